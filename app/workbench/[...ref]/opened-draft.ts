import { decodeDraft } from '@/lib/client/draft'
import type { OpenedDraft } from '@/lib/client/workbench/draft-store'
import { lifeEdits } from '@/lib/client/workbench/items'
import { readSource, type Source, versionOf } from '@/lib/client/workbench/source'
import type { EditBody, SourceAnswer } from '@/lib/contract'
import type { Zone } from '@/lib/contract/zone'

/**
 * What the address asks for: `draft` as `encodeDraft` makes it, and `deprecate=kubernetes/1.32.9`, which adds the edits for that.
 */
export async function openedDraft(
  profile: string,
  search: Readonly<Record<string, string | string[] | undefined>>,
  source: SourceAnswer | undefined,
  zone: Zone,
): Promise<OpenedDraft> {
  const text = typeof search.draft === 'string' && search.draft !== '' ? search.draft : null
  const reading = text === null ? null : await decodeDraft(text, profile)
  if (reading?.kind === 'problem') return { edits: [], draft: null, text, problem: reading.reason }
  const draft = reading?.draft ?? null
  const wanted =
    typeof search.deprecate === 'string' && source ? deprecation(search.deprecate, readSource(source, null, zone)) : []
  return { edits: [...(draft?.edits ?? []), ...wanted], draft, text, problem: null }
}

/** Deprecates a version; a date is for the operator to choose. */
function deprecation(selection: string, { profile }: Source): readonly EditBody[] {
  const slash = selection.indexOf('/')
  const what = selection.slice(0, slash)
  const image = what === 'kubernetes' ? null : what
  const version = selection.slice(slash + 1)
  const listed = versionOf(profile, image, version)
  if (listed === undefined || listed.classification === 'deprecated') return []
  return lifeEdits(image, version, { classification: 'deprecated' })
}
