import type { Zone } from '@/lib/contract/zone'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { countText, dayText, isTonight, type Time } from '@/lib/words/time-text'

type Group = NonNullable<ScenarioAnswer['effect']>['groups'][number]

const KINDS: Readonly<Record<NonNullable<Group['before']>['kind'], string>> = {
  auto: 'auto',
  forced: 'forced',
  fails: 'fails from',
  other: 'maintained',
}

/** What was ahead of the part that the group is about, whatever is of others: `forced 30 Jun 2027 → 1.34.3`. */
export function beforeText({ change, before }: Pick<Group, 'change' | 'before'>, zone: Zone, now: Time): string {
  if (before === null) return change === 'auto' ? 'no update' : 'not within a year'
  return sideText(before, zone, now)
}

/** What is ahead of it with the draft. */
export function afterText(
  { change, before, after }: Pick<Group, 'change' | 'before' | 'after'>,
  zone: Zone,
  now: Time,
): string {
  if (after === null) return GONE[change]
  const text = sideText(after, zone, now)
  return before !== null && text === sideText(before, zone, now) ? `${text}, others later` : text
}

const GONE: Readonly<Record<Group['change'], string>> = {
  stuck: 'not within a year',
  freed: 'no longer fails',
  forced: 'not within a year',
  earlier: 'no longer forced',
  more: 'not within a year',
  later: 'no longer forced',
  target: 'no such update',
  auto: 'no auto-update',
  unchanged: 'the same',
}

/** So many groups, in their order: those that will be stuck, then those with most clusters. */
export function largest<T extends Pick<Group, 'change' | 'clusters'>>(
  groups: readonly T[],
  most: number,
): readonly T[] {
  const weight = ({ change, clusters }: T) => (change === 'stuck' ? Number.MAX_SAFE_INTEGER : clusters)
  const chosen = new Set(groups.toSorted((a, b) => weight(b) - weight(a)).slice(0, most))
  return groups.filter((group) => chosen.has(group))
}

/** What happens to nodes, in a night that fails for another part too, for a narrow column. */
export function nodesText({ after, effect, nodes }: Pick<Group, 'after' | 'effect' | 'nodes'>): string {
  if (after === null) return 'none'
  if (effect === 'rolling') return `${countText(nodes.max)} roll`
  if (effect === 'inPlace') return `${countText(nodes.max)} in place`
  return effect === 'kubeletRestart' ? 'kubelet only' : 'none'
}

function sideText({ kind, begins, to }: NonNullable<Group['before']>, zone: Zone, now: Time): string {
  const when = isTonight(begins, zone, now) ? 'tonight' : dayText(begins, zone, { now })
  return `${KINDS[kind]} ${when}${to === null || kind === 'fails' ? '' : ` → ${to}`}`
}
