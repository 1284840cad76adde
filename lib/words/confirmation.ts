import type { ApplyEffect, DraftConfirmation, ShootConfirmation, ShootEffect } from '@/lib/contract/apply'
import type { EffectKind } from '@/lib/contract/common'
import {
  type ShootTypingReason,
  shootTypingReasons,
  type TypingReason,
  typingReasons,
} from '@/lib/contract/confirmation'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { capitalized, given, listed, plain, plural, type Sentence, WITHIN_HORIZON } from './phrases'
import { clockText, countOf, countText, dayText, ms, partsIn, type Time } from './time-text'
import { allNodes, nodesText } from './wording'

/** Whose days are told, and which year goes without saying. `now` null: it is read on any day, and nothing is told from today. */
export interface DayContext {
  readonly zone: Zone
  readonly now: Time | null
}

/**
 * The sentences that are confirmed before edits are applied, and why the profile's name must be typed.
 * @param others clusters that the user who confirms may not see
 */
export function confirmationOf(
  profile: string,
  effect: ApplyEffect,
  told: DayContext,
  others: ApplyEffect | null = null,
): DraftConfirmation {
  const reasons = typingReasons(effect, others).map((reason) => reasonText(reason, told))
  return {
    sentence: plain(draftHeadline(effect, told, others)),
    typing: reasons.length > 0 ? profile : null,
    reasons,
    effect,
  }
}

function reasonText(reason: TypingReason, { zone, now }: DayContext): string {
  switch (reason.kind) {
    case 'stuck': {
      const first = reason.first === null ? '' : `, the first on ${dayText(reason.first, zone, { now })}`
      return `${countOf(reason.clusters, 'cluster')} ${plural(reason.clusters, 'gets', 'get')} stuck${first}.`
    }
    case 'stuckSooner':
      return `${countOf(reason.clusters, 'cluster')} ${are(reason.clusters)} stuck sooner.`
    case 'forced':
      return `${countText(reason.forced)} of ${countOf(reason.clusters, 'cluster')}, more than a tenth, ${are(reason.forced)} newly forced or earlier.`
    case 'soon':
      return `${countOf(reason.clusters, 'cluster')} ${plural(reason.clusters, 'begins', 'begin')} an update ${soonText(reason.first, { zone, now })}, the first at ${clockText(reason.first, zone)} ${offsetText(zone, ms(reason.first))}, and cannot go back.`
    case 'unseen':
      return 'There are clusters on it that you may not see.'
  }
}

/** What a draft does, in one headline: `12 clusters more are forced within 12 months, the first on 12 Dec; 3 get stuck. Up to 41 more nodes roll.` */
export function draftHeadline(effect: ApplyEffect, told: DayContext, others: ApplyEffect | null = null): Sentence {
  const parts = effectParts(effect, told)
  const own: Sentence = parts.length === 0 ? ['Nothing changes for any cluster.'] : parts
  return others === null ? own : [...own, ` ${othersSentence(others, told)}`]
}

/** The sentence about clusters that the user may not see. */
export function othersSentence(others: ApplyEffect, told: DayContext): string {
  const parts = plain(effectParts(others, told))
  return `${countOf(others.clusters, 'cluster')} on the profile that you may not see: ${parts === '' ? 'nothing changes.' : parts}`
}

/** What becomes of so many clusters. */
interface EffectClause {
  readonly count: number
  readonly one: string
  readonly many: string
  /** They come to others of which it is so anyway. */
  readonly isMore?: boolean
  readonly first?: string | null | undefined
}

/**
 * `tonight`, `before tonight is over`: what counts as soon ends with one night, and what begins by day begins before it.
 * @param first when the first of it begins; null: that is not known
 */
function soonText(first: Time | null, { zone, now }: DayContext): string {
  const hour = first === null ? 0 : partsIn(ms(first), zone).hour
  if (hour >= 6 && hour < 18) return now === null ? 'before the first night is over' : 'before tonight is over'
  return now === null ? 'in the first night' : 'tonight'
}

function effectParts({ changes, gained }: ApplyEffect, told: DayContext): Sentence {
  const { stuck, stuckSooner, stuckLater, freed, earlier, later, target, auto } = changes
  const { forced = changes.forced, unforced = changes.unforced, soon = 0, firstSoon = null, nodes = 0 } = gained ?? {}
  const when = soonText(firstSoon, told)
  const within = WITHIN_HORIZON
  const sentences = [
    clausesText(told, [
      {
        count: forced,
        one: `is forced ${within}`,
        many: `are forced ${within}`,
        isMore: true,
        first: gained?.firstForced,
      },
      { count: unforced, one: 'is no longer forced', many: 'are no longer forced' },
      { count: stuck, one: 'gets stuck', many: 'get stuck', first: gained?.firstStuck },
      { count: stuckSooner, one: 'is stuck sooner', many: 'are stuck sooner' },
      { count: stuckLater, one: 'is stuck later', many: 'are stuck later' },
      { count: freed, one: 'is no longer stuck', many: 'are no longer stuck' },
    ]),
    clausesText(told, [
      { count: earlier, one: 'is forced earlier', many: 'are forced earlier', first: gained?.firstEarlier },
      { count: later, one: 'is forced later', many: 'are forced later' },
    ]),
    clausesText(told, [{ count: soon, one: `begins an update ${when}`, many: `begin an update ${when}` }]),
  ].filter((one) => one.length > 0)
  // What hardly matters beside them.
  const rest = clausesText(told, [
    { count: target, one: 'gets a different version', many: 'get a different version' },
    { count: auto, one: 'is updated automatically at another time', many: 'are updated automatically at another time' },
  ])
  if (sentences.length === 0 && rest.length > 0) sentences.push(rest)
  const size = Math.abs(nodes)
  if (size > 0)
    sentences.push([
      `Up to ${countText(size)} ${nodes > 0 ? 'more' : 'fewer'} ${plural(size, 'node rolls', 'nodes roll')}.`,
    ])
  return sentences.flatMap((one, i) => (i === 0 ? one : [' ', ...one]))
}

/** One sentence of all that happens to any cluster; its first clause says that clusters are counted. */
function clausesText({ zone, now }: DayContext, clauses: readonly EffectClause[]): Sentence {
  const own = clauses.filter(({ count }) => count > 0)
  if (own.length === 0) return []
  const pieces = own.flatMap(({ count, one, many, isMore = false, first = null }, i): Sentence => {
    const who = `${i === 0 ? countOf(count, 'cluster') : countText(count)}${isMore ? ' more' : ''}`
    const clause = ` ${plural(count, one, many)}`
    const begin = i === 0 ? [{ strong: who }] : ['; ', { strong: who }]
    return first === null
      ? [...begin, clause]
      : [...begin, `${clause}, the first on `, { strong: dayText(first, zone, { now }) }]
  })
  return [...pieces, '.']
}

function are(count: number): string {
  return plural(count, 'is', 'are')
}

const DOES = {
  rolling: (nodes: string) => `replaces ${nodes}`,
  inPlace: (nodes: string) => `updates ${nodes} in place`,
  kubeletRestart: (nodes: string) => `restarts the kubelet on ${nodes}`,
} as const satisfies Record<Exclude<EffectKind, 'none'>, (nodes: string) => string>

/** What is confirmed for edits of a cluster, whose name is typed. */
export function shootConfirmationOf(cluster: string, effect: ShootEffect): ShootConfirmation {
  const { pools, controlPlane, window, operations, final, isActedOn } = effect
  const parts = (['rolling', 'inPlace', 'kubeletRestart'] as const).flatMap((kind) => {
    const touched = pools.filter((pool) => pool.effect === kind)
    if (touched.length === 0) return []
    return [DOES[kind](`${nodesText(allNodes(touched))} (${touched.map(({ pool }) => pool).join(', ')})`)]
  })
  const all = given(...parts, controlPlane === 'restart' && 'restarts the control plane')
  const when = window === null ? 'at once' : 'in its maintenance window'
  const asked = operations.map(
    (one) => `It asks Gardener for ${one.operation} ${one.when === 'now' ? 'at once' : 'in the next maintenance'}.`,
  )
  const because = shootTypingReasons(effect).map(shootReasonText)
  return {
    sentence: given(
      all.length === 0 ? 'No node is touched by it.' : `${capitalized(listed(all))} ${when}.`,
      ...asked,
      final.length > 0 && `There is no way back for ${listed(final.map(({ field }) => field))}.`,
      !isActedOn && 'No Gardener acts on it here: only what is written changes.',
    ).join(' '),
    typing: because.length > 0 ? cluster : null,
    because: because.length > 0 ? listed(because) : null,
    effect,
  }
}

function shootReasonText(reason: ShootTypingReason): string {
  switch (reason.kind) {
    case 'rolling':
      return 'nodes are replaced'
    case 'inPlace':
      return 'nodes are updated in place'
    case 'final':
      return `${listed(reason.fields)} cannot be set back`
  }
}
