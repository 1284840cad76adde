import { ask } from '@/lib/browser/fetch-json'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer, WhatIfWarning } from '@/lib/contract/what-if'
import type { whatIfRoute } from '../contract'
import { WHAT_IF, type WhatIfParams } from '../queries'
import { findingsOf, firstRemedy } from './findings'
import { ownPlacesOf } from './rebase'
import type { RefusalRemedy } from './remedies'
import { type DraftSource, editedProfile } from './source'

/** A draft with a remedy for every rule that it breaks, and the effect of that. */
export interface SuggestedDraft {
  /** The remedies in the order in which they were taken. */
  readonly remedies: readonly RefusalRemedy[]
  readonly edits: readonly EditBody[]
  readonly answer: WhatIfAnswer
  /** Beside every edit of the draft as it is. */
  readonly warnings: readonly (readonly WhatIfWarning[])[]
}

/** A remedy may break another rule; after so many it is left to the author. */
const MOST = 8

/**
 * Takes the best remedy of the first rule that is broken, asks what the API server says then, and so on, until it refuses
 * nothing. Null when a rule has no remedy but to take the edit out: the author decides that.
 * @param broken positions of the edits that break a rule
 */
export async function suggestedDraft(
  first: RefusalRemedy,
  source: DraftSource,
  params: WhatIfParams,
  broken: readonly number[],
  signal: AbortSignal,
): Promise<SuggestedDraft | null> {
  const remedies: RefusalRemedy[] = []
  let remedy = first
  while (remedies.length < MOST) {
    const { edits } = remedy
    remedies.push(remedy)
    const answer = await ask<typeof whatIfRoute>(WHAT_IF, { body: { ...params, edits } }, signal)
    if (answer.refusals.length === 0) {
      const warnings = warningsBeside(params.edits, { edits, answer }, broken)
      return { remedies, edits, answer, warnings }
    }
    const after = editedProfile(source, edits).profile
    const next = findingsOf(answer.refusals, { edits, after, at: source.at }).map(firstRemedy)
    const [best] = next
    if (best === undefined || next.includes(undefined)) return null
    remedy = best
  }
  return null
}

/** A draft with edits that set its broken rules right, and what it would do. */
interface RemediedDraft {
  readonly edits: readonly EditBody[]
  readonly answer: Pick<WhatIfAnswer, 'edits'>
}

/**
 * The warnings of every edit. While remedies are offered, the effect that is shown is that of the draft with them, and so are the
 * warnings: those of an edit that a remedy adds stand beside the one that needs it.
 */
export function warningsBeside(
  edits: readonly EditBody[],
  remedied: RemediedDraft,
  /** Positions of the edits that break a rule. */
  broken: readonly number[],
): readonly (readonly WhatIfWarning[])[] {
  const warnings = edits.map((): WhatIfWarning[] => [])
  for (const [i, place] of ownPlacesOf(remedied.edits, edits).entries()) {
    warnings[place ?? broken[0] ?? 0]?.push(...(remedied.answer.edits[i]?.warnings ?? []))
  }
  return warnings
}
