import { instantText } from '@/lib/client/at'
import { type Draft, decodeDraft } from '@/lib/client/draft'
import { usualExpiry } from '@/lib/client/workbench/dates'
import { lifeEdits } from '@/lib/client/workbench/items'
import { latestOf, readSource, type Source, versionOf } from '@/lib/client/workbench/source'
import type { EditBody, SourceAnswer } from '@/lib/contract'

interface Opened {
  readonly edits: readonly EditBody[]
  readonly draft: Draft | null
  readonly text: string | null
  readonly problem: string | null
}

/**
 * What the address asks for: `draft` as `encodeDraft` makes it, and `deprecate=kubernetes/1.32.9`, which adds the edits for that.
 * A draft of another profile is a problem that is told.
 */
export async function openedDraft(
  profile: string,
  search: Readonly<Record<string, string | string[] | undefined>>,
  source: SourceAnswer | undefined,
): Promise<Opened> {
  const text = typeof search.draft === 'string' && search.draft !== '' ? search.draft : null
  const reading = text === null ? null : await decodeDraft(text)
  if (reading?.kind === 'problem') return { edits: [], draft: null, text, problem: reading.reason }
  const draft = reading?.draft ?? null
  if (draft !== null && draft.profile !== profile) {
    const problem = `The draft in this address is for ${draft.profile}, not for ${profile}.`
    return { edits: [], draft: null, text, problem }
  }
  const wanted =
    typeof search.deprecate === 'string' && source ? deprecation(search.deprecate, readSource(source, null)) : []
  return { edits: [...(draft?.edits ?? []), ...wanted], draft, text, problem: null }
}

/** Deprecates a version; one that would stay for good gets the usual date, but the latest, which may have none. */
function deprecation(selection: string, { profile, at }: Source): readonly EditBody[] {
  const slash = selection.indexOf('/')
  const what = selection.slice(0, slash)
  const image = what === 'kubernetes' ? null : what
  const version = selection.slice(slash + 1)
  const listed = versionOf(profile, image, version)
  if (listed === undefined) return []
  const isDated = listed.expirationDate !== undefined || (image === null && latestOf(profile) === version)
  return lifeEdits(image, version, {
    ...(listed.classification !== 'deprecated' && { classification: 'deprecated' as const }),
    ...(!isDated && { expirationDate: instantText(usualExpiry(at)) }),
  })
}
