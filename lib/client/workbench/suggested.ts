import { postJson } from '@/lib/client/fetch-json'
import type { EditBody, WhatIfAnswer } from '@/lib/contract'
import { editedProfile } from './edited'
import { findingsOf } from './findings'
import type { Remedy } from './remedies'
import type { Source } from './source'
import { WHAT_IF, type WhatIfParams } from './what-if-query'

/** A draft with a remedy for every rule that it breaks, and the effect of that. */
export interface Suggested {
  /** What each remedy is called, in the order in which they were taken. */
  readonly labels: readonly string[]
  readonly edits: readonly EditBody[]
  readonly answer: WhatIfAnswer
}

/** A remedy may break another rule; after so many it is left to the author. */
const MOST = 8

/**
 * Takes the best remedy of the first rule that is broken, asks what the API server says then, and so on, until it refuses
 * nothing. Null when a rule has no remedy but to take the edit out: the author decides that.
 */
export async function suggestedDraft(
  first: Remedy,
  source: Source,
  params: WhatIfParams,
  signal: AbortSignal,
): Promise<Suggested | null> {
  const labels: string[] = []
  let remedy = first
  while (labels.length < MOST) {
    const { edits } = remedy
    labels.push(remedy.label)
    const answer = await postJson<WhatIfAnswer>(WHAT_IF, { ...params, edits }, signal)
    if (answer.refusals.length === 0) return { labels, edits, answer }
    const after = editedProfile(source, edits).profile
    const next = findingsOf(answer.refusals, { edits, after, at: source.at }).map(bestOf)
    const [best] = next
    if (best === undefined || next.includes(undefined)) return null
    remedy = best
  }
  return null
}

/** What would set a finding right and keep the edit that causes it. */
export function bestOf({ remedies: [best] }: { readonly remedies: readonly Remedy[] }): Remedy | undefined {
  return best?.isTakeOut === true ? undefined : best
}
