import type { Advice, KnownFact, ShootAnswer } from '@/lib/contract/clusters'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { groupedBy } from '@/lib/engine/grouped'
import { CAUSE_WORDS, factText, movedVersionsText } from './past'
import { given } from './phrases'
import { forcedParts, isGoodNight, nightName, plannedText } from './plan'
import { clockText, countsOf, countText, dayText, isTonight, ms, relativeText, type Time } from './time-text'
import { windowClock } from './when'

/**
 * How far it is with a thing to do. `open`: to be decided; `planned`: the plan has it; `others`: only others can do it; `done`: it is
 * so already; `no-help`: one might think of it, but it would not help.
 */
export type ItemState = 'open' | 'planned' | 'others' | 'done' | 'no-help'

/** Why nothing is to be done about it, or how far it is. */
export const STATE_WORDS: Readonly<Record<ItemState, string>> = {
  open: 'open',
  planned: 'in your plan',
  others: 'operators can',
  done: 'done',
  'no-help': 'would not help',
}

export interface ChecklistItem {
  readonly advice: Advice
  readonly state: ItemState
}

/** What is to be done before one time. */
interface ChecklistGroup {
  /** Null: it is due already. */
  readonly before: string | null
  readonly items: readonly ChecklistItem[]
}

interface OwnerChecklist {
  /** The most urgent first. */
  readonly groups: readonly ChecklistGroup[]
  /** What is done, then what would not help. */
  readonly rest: readonly ChecklistItem[]
}

/** The advice of a cluster as a list to work through, beside what is planned. `same`: what the plan has and the cluster has by now. */
export function checklistOf(
  advice: readonly Advice[],
  planned: readonly PlannedEdit[] = [],
  same: readonly PlannedEdit[] = [],
): OwnerChecklist {
  const items = advice.map((one): ChecklistItem => ({ advice: one, state: stateOf(one, planned, same) }))
  const isRest = ({ state }: ChecklistItem) => state === 'done' || state === 'no-help'
  const groups = groupedBy(
    items.filter((item) => !isRest(item)),
    ({ advice: { before } }) => before,
  )
  const rest = items.filter(isRest)
  return {
    groups: [...groups]
      .map(([before, found]) => ({ before, items: found }))
      .toSorted((a, b) => timeOf(a.before) - timeOf(b.before)),
    rest: [...rest.filter(({ state }) => state === 'done'), ...rest.filter(({ state }) => state === 'no-help')],
  }
}

function timeOf(before: string | null): number {
  return before === null ? Number.NEGATIVE_INFINITY : ms(before)
}

function stateOf({ kind, edits }: Advice, planned: readonly PlannedEdit[], same: readonly PlannedEdit[]): ItemState {
  if (kind === 'done' || kind === 'no-help') return kind
  const isAllOf = (list: readonly PlannedEdit[]) =>
    edits.length > 0 && edits.every((edit) => list.some((one) => isSameEdit(one, edit)))
  if (isAllOf(same)) return 'done'
  if (isAllOf(planned)) return 'planned'
  return kind === 'warning' ? 'others' : 'open'
}

/** Whether two edits set the same field to the same value. */
export function isSameEdit(a: PlannedEdit, b: PlannedEdit): boolean {
  const poolOf = (edit: PlannedEdit) => ('pool' in edit ? edit.pool : null)
  return a.field === b.field && poolOf(a) === poolOf(b) && JSON.stringify(a.value) === JSON.stringify(b.value)
}

/** `before tonight 22:00`, `before Tue 15 Dec 22:00`, `now`. */
export function beforeWords(before: string | null, zone: string, now: Time): string {
  if (before === null) return 'now'
  const day = isTonight(before, zone, now) ? 'tonight' : dayText(before, zone, { now, weekday: true })
  return `before ${day} ${clockText(before, zone)}`
}

/** What the list comes to, in two pieces, of which the second is the time: `One thing to decide`, `before tonight 22:00`. */
export function decideText({ groups }: OwnerChecklist, zone: string, now: Time): readonly [string, string] {
  const open = groups.find(({ items }) => items.some(({ state }) => state === 'open'))
  if (open !== undefined) {
    const count = open.items.filter(({ state }) => state === 'open').length
    return [`${count === 1 ? 'One thing' : `${count} things`} to decide`, beforeWords(open.before, zone, now)]
  }
  if (groups.length === 0) return ['There is nothing that you have to do', '']
  return [plannedCount({ groups }) > 0 ? 'Nothing is left for you to decide' : 'Only operators can help', '']
}

/** How many things are to be done by the owner of a cluster, planned or not: `4 to do`; null: nothing. */
export function toDoText(advice: readonly Advice[]): string | null {
  const open = checklistOf(advice).groups.flatMap(({ items }) => items.filter(({ state }) => state === 'open'))
  return open.length === 0 ? null : `${open.length} to do`
}

/** The update by hand that the plan has, whose night is chosen beside it; null: it has none. */
export function dayItemOf({ groups }: OwnerChecklist): ChecklistItem | null {
  const items = groups.flatMap((group) => group.items)
  return items.find(({ advice, state }) => advice.kind === 'do' && state === 'planned') ?? null
}

/** How many things of the list the plan has. */
export function plannedCount({ groups }: Pick<OwnerChecklist, 'groups'>): number {
  return groups.flatMap(({ items }) => items).filter(({ state }) => state === 'planned').length
}

/** How much of each there is: `2 open, 1 in your plan, 1 done`. */
export function checklistCountsText({ groups, rest }: OwnerChecklist, done: number): string {
  const items = [...groups.flatMap((group) => group.items), ...rest]
  const count = (state: ItemState) => items.filter((item) => item.state === state).length
  const counts = countsOf(
    [count('open'), STATE_WORDS.open],
    [count('planned'), STATE_WORDS.planned],
    [count('others'), 'for operators'],
    [count('done') + done, STATE_WORDS.done],
  )
  return counts.join(', ') || 'nothing is forced, and nothing fails'
}

/** How many of the last done things are told. */
const MOST_DONE = 3

/**
 * What was done: the last updates of a cluster, and what was set of it, each newest first. Where nothing is recorded (`since` null), what
 * the plan has and the cluster has too by now (`same`).
 */
export function doneItems(
  same: readonly PlannedEdit[],
  { since, updates, settings }: ClusterPast,
  zone: string,
): readonly { readonly title: string; readonly text: string }[] {
  const when = (at: string) => `${dayText(at, zone, { weekday: true })} ${clockText(at, zone)}`
  const versions = updates.filter(({ moves }) => moves.some(({ to }) => to !== null))
  if (since === null)
    return same.map((edit) => ({ title: plannedText(edit), text: 'The cluster has it, as your plan does.' }))
  return [
    ...versions.slice(0, MOST_DONE).map((update) => ({
      title: `Updated ${movedVersionsText(update)}`,
      text: `${when(update.at)}, ${CAUSE_WORDS[update.cause]}.`,
    })),
    ...settings.slice(0, MOST_DONE).map((fact) => ({ title: factText(fact, zone), text: `${when(fact.at)}.` })),
  ]
}

interface ClusterPast {
  readonly since: string | null
  readonly updates: readonly Parameters<typeof movedVersionsText>[0][]
  readonly settings: readonly KnownFact[]
}

/** A night on which an update by hand is in the way of nothing. */
type QuietNight = Parameters<typeof nightName>[0]

/** The first good night before a time; null: there is none. */
export function goodNight<N extends QuietNight>(nights: readonly N[], before: string | null, now: Time): N | null {
  const isInTime = (begin: Time) => ms(begin) > ms(now) && (before === null || ms(begin) < ms(before))
  return nights.find((night) => isGoodNight(night) && isInTime(night.window.begin)) ?? null
}

/**
 * The sentence that a thing is planned, but for a day on which it does not help any more; null: it is in time, or as soon as the plan is
 * sent.
 */
export function tooLateText({ before }: Advice, on: string | null, zone: string): string | null {
  if (before === null || on === null || ms(on) < ms(before)) return null
  return `Your plan is for ${dayText(on, zone, { now: on, weekday: true })}. That is too late for this: send it before.`
}

/** Why it is a good one. */
export function goodNightText(night: QuietNight): string {
  return `A good night: ${nightName(night)}, a weekday outside of the freeze on which no other cluster of the project moves.`
}

/** What to write to operators so that a version ends later; null: nothing is forced. */
export function moreTimeRequest({ shoot }: Pick<ShootAnswer, 'shoot'>, link: string): string | null {
  const { nextForced, profile, project, name, nextWindow } = shoot
  if (nextForced?.what == null || nextForced.from === '') return null
  const day = dayText(nextForced.window.begin, nextWindow.offset, { weekday: true })
  return [
    `Please give the project ${project} more time for ${nextForced.what} ${nextForced.from} of ${profile.name}.`,
    `Its cluster ${name} has to leave it on ${day}.`,
    link,
  ].join('\n')
}

/** `in 24 d; each helps by itself`, beside the time before which something is to be done. */
export function timeLeftText({ before, items }: ChecklistGroup, now: Time): string {
  const open = items.filter(({ state }) => state === 'open')
  return given(before !== null && relativeText(before, now, 'short'), open.length > 1 && 'each helps by itself').join(
    '; ',
  )
}

/** What is ahead without a plan and with it, beside each other. */

interface WithoutPlan {
  readonly kind: 'forced' | 'fails'
  readonly text: string
}

/**
 * `maintenance fails from Sat 12 Dec, forced to Kubernetes 1.33.7 on Tue 15 Dec 22:00–23:00 +01:00, stuck from Fri 30 Apr 2027`, each
 * where it is so; null: nothing is forced and nothing fails.
 */
export function ifNothingWords({ before, shoot }: Pick<PlanAnswer, 'before' | 'shoot'>, now: Time): WithoutPlan | null {
  const { forced, stuckFrom, steps } = before
  const day = (at: string) => dayText(at, shoot.nextWindow.offset, { now, weekday: true })
  const later = Math.min(...given(forced?.window.begin, stuckFrom).map(ms))
  const fails = steps.find(({ kind, window }) => kind === 'fails' && ms(window.begin) < later)
  const parts = given(
    fails && `maintenance fails from ${day(fails.window.begin)}`,
    forced && `forced to ${forcedParts(forced)} on ${day(forced.window.begin)} ${windowClock(forced.window)}`,
    stuckFrom && (ms(stuckFrom) <= ms(now) ? 'stuck already' : `stuck from ${day(stuckFrom)}`),
  )
  return parts.length === 0 ? null : { kind: forced === null || fails ? 'fails' : 'forced', text: parts.join(', ') }
}

/** What comes next, and how often nodes are replaced, without the plan and with it. */
export function comparedRows({ before, after, shoot, until, stepsUntil }: PlanAnswer) {
  const day = (at: string | undefined | null, never: string) =>
    at == null ? never : dayText(at, shoot.nextWindow.offset)
  const row = (title: string, tell: (prospect: PlanAnswer['before']) => string) => ({
    title,
    without: tell(before),
    with: tell(after),
  })
  return [
    row('Next forced', ({ forced }) => day(forced?.window.begin, 'none in sight')),
    row('Stuck from', ({ stuckFrom }) => day(stuckFrom, 'never, as far as known')),
    row(`Node replacements until ${day(stepsUntil ?? until, '')}, at most`, ({ rolling }) => countText(rolling.nodes)),
    row('Nights in which nodes are replaced', ({ rolling }) => countText(rolling.nights)),
  ]
}

/** What copies the patch of all that the plan has of the list. */
export function copyPlanText(planned: number): string {
  if (planned < 2) return 'Copy the patch'
  return planned === 2 ? 'Copy both patches' : `Copy all ${planned} patches`
}
