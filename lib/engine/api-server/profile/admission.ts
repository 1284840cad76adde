import { lineOf, type ProfileRefusal, type ProfileRule, type RefusalSubject } from '@/lib/engine/refusal'

/** A finding of a plug-in. Its answer is one text for all of them; here each is a refusal of its own. */
export function refusedByAdmission(rule: ProfileRule, text: string, subject: RefusalSubject): ProfileRefusal {
  return { stage: 'admission', rule, type: 'Forbidden', field: '', subject, text }
}

/** What a plug-in says in all, in the parts in which it says it. */
export interface AdmissionAnswer {
  /** The fields that it names, separated by commas. */
  readonly field: string
  /** What comes before a list of findings; null: there is no list, but one text. */
  readonly head: string | null
  readonly texts: readonly string[]
}

const USES: ReadonlySet<ProfileRule> = new Set([
  'image-already-added',
  'image-in-use',
  'image-version-in-use',
  'kubernetes-version-in-use',
])
const MERGED = 'status.cloudProfileSpec.'

/**
 * The answer that the refusals of one admission make. What is in use is a list with a headline (ResourceReferenceManager); what
 * is wrong with overrides, or with a profile merged from them, is one text (NamespacedCloudProfileValidator).
 *
 * `object`: `cloudprofiles.core.gardener.cloud "aws"`.
 */
export function admissionAnswer(object: string, refusals: readonly ProfileRefusal[]): AdmissionAnswer {
  const [first] = refusals
  if (first !== undefined && USES.has(first.rule)) {
    const count = refusals.length === 1 ? '1 error occurred:' : `${refusals.length} errors occurred:`
    return { field: '', head: `${object} is forbidden: ${count}`, texts: refusals.map(({ text }) => text).toSorted() }
  }
  if (first?.field.startsWith(MERGED) === true) {
    const text = `error while validating merged NamespacedCloudProfile: [${refusals.map(lineOf).join(' ')}]`
    return { field: '', head: null, texts: [text] }
  }
  const lines = [...new Set(refusals.map(lineOf))]
  const fields = [...new Set(refusals.map(({ field }) => field))]
  return { field: fields.join(','), head: null, texts: [lines.length === 1 ? lines.join() : `[${lines.join(', ')}]`] }
}
