import { confirmationOf, othersSentence } from '@/lib/contract/confirmation'
import { type WhatIfAnswer, whatIfQuery } from '@/lib/contract/what-if'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { changeCounts } from '@/lib/landscape/draft/projects'
import { draftOf } from '@/lib/landscape/draft/run'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import type { ScenarioAnswer } from '../contract'
import { groupsOf } from './groups'

/** What the edits of a guide do; null without any, or when one of them cannot be made. */
export function* effectOf(
  index: FleetIndex,
  entry: ProfileEntry,
  edits: ScenarioAnswer['edits'],
  zone: string,
): Generator<undefined, ScenarioAnswer['effect']> {
  if (edits.length === 0) return null
  const profile = profileKey(entry.ref)
  const outcome = yield* draftOf(index, whatIfQuery.parse({ profile, edits, zone })).rest()
  const { effects, refusals, edited } = outcome
  if (edited.problems.some((problem) => problem !== null)) return null
  const { before, after } = effects.totals
  return {
    ...confirmationOf(profile, { clusters: effects.clusters, changes: changeCounts(effects.effects) }),
    refusals: refusals.map(({ text }) => text),
    forced: { before: before.forced, after: after.forced },
    fails: { before: before.fails, after: after.fails },
    nodes: { before: before.nodes.max, after: after.nodes.max },
    groups: groupsOf(index, outcome),
  }
}

/** Clusters that the edits leave without a way on, by cause: part of what the step that completes them has to look at. */
export function strandedChecks(effect: ScenarioAnswer['effect']): ScenarioAnswer['steps'][number]['checks'] {
  const causes = new Map<string, number>()
  for (const { change, clusters, after } of effect?.groups ?? []) {
    if (change !== 'stuck') continue
    const cause = after?.cause ?? 'it fails'
    causes.set(cause, (causes.get(cause) ?? 0) + clusters)
  }
  if (causes.size === 0) return []
  const texts = [...causes].sort(([, a], [, b]) => b - a).map(([cause, clusters]) => `${clusters}: ${cause}`)
  return [{ state: 'beware', what: 'Clusters that fail to update by it', found: texts.slice(0, 3).join('; ') }]
}

/** What becomes of clusters that whoever reads the guide may not see. */
export function unseenChecks(others: WhatIfAnswer['figures']['others']): ScenarioAnswer['steps'][number]['checks'] {
  if (others === null) return []
  return [{ state: 'beware', what: 'Clusters that you may not see', found: othersSentence(others) }]
}
