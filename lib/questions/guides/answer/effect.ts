import { type WhatIfAnswer, whatIfQuery } from '@/lib/contract/what-if'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { classesOf } from '@/lib/landscape/classes'
import { changeCounts } from '@/lib/landscape/draft/projects'
import { type Computed, draftOf } from '@/lib/landscape/draft/run'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { confirmationOf, othersSentence } from '@/lib/words/confirmation'
import type { ScenarioAnswer } from '../contract'

interface GuideEffect {
  readonly effect: NonNullable<ScenarioAnswer['effect']>
  readonly stranded: ReadonlyMap<string, number>
}

/** What the draft of a guide does; null without edits, or when one of them cannot be made. */
export function* effectOf(
  index: FleetIndex,
  entry: ProfileEntry,
  edits: ScenarioAnswer['edits'],
  zone: string,
): Generator<undefined, GuideEffect | null> {
  if (edits.length === 0) return null
  const profile = profileKey(entry.ref)
  const { effects, refusals, edited } = yield* draftOf(index, whatIfQuery.parse({ profile, edits, zone })).rest()
  if (edited.problems.some((problem) => problem !== null)) return null
  const { before, after } = effects.totals
  const effect = {
    ...confirmationOf(profile, { clusters: effects.clusters, changes: changeCounts(effects.effects) }),
    refusals: refusals.map(({ text }) => text),
    forced: { before: before.forced, after: after.forced },
    fails: { before: before.fails, after: after.fails },
    nodes: { before: before.nodes.max, after: after.nodes.max },
  }
  return { effect, stranded: strandedBy(index, effects) }
}

/** Clusters that the edits leave without a way on, by cause: part of what the step that completes them has to look at. */
function strandedBy(index: FleetIndex, { changed }: Computed['effects']): ReadonlyMap<string, number> {
  const causes = new Map<string, number>()
  for (const [place, { clusters }] of classesOf(index).entries()) {
    const comparison = changed.get(place)?.comparison
    if (comparison?.effect !== 'stuck') continue
    const cause = comparison.after?.event.digest.cause ?? 'it fails'
    causes.set(cause, (causes.get(cause) ?? 0) + clusters)
  }
  return causes
}

export function strandedChecks(stranded: ReadonlyMap<string, number>): ScenarioAnswer['steps'][number]['checks'] {
  if (stranded.size === 0) return []
  const texts = [...stranded].sort(([, a], [, b]) => b - a).map(([cause, clusters]) => `${clusters}: ${cause}`)
  return [{ state: 'beware', what: 'Clusters that get stuck by it', found: texts.slice(0, 3).join('; ') }]
}

/** What becomes of clusters that whoever reads the guide may not see. */
export function unseenChecks(others: WhatIfAnswer['figures']['others']): ScenarioAnswer['steps'][number]['checks'] {
  if (others === null) return []
  return [{ state: 'beware', what: 'Clusters that you may not see', found: othersSentence(others) }]
}
