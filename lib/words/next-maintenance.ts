import type { FailingSoFar, ShootAnswer } from '@/lib/contract/clusters'
import type { WindowBody } from '@/lib/contract/common'
import { offsetText, type Zone } from '@/lib/contract/zone'
import type { TASK_KINDS } from '@/lib/engine/kinds'
import type { Component } from '@/lib/engine/types'
import type { MaintenanceAnswer, MaintenanceCheck, MaintenanceTask } from '@/lib/questions/cluster/contract/maintenance'
import { alikeRows } from './alike-pools'
import { changedPartText, type TaskWords } from './maintenance'
import { given, listed, lowered, type Sentence, shortPoolsText } from './phrases'
import { type EffectLine, restart, summary } from './steps'
import { clockText, countsOf, dayText, durationText, MINUTE, momentText, ms, spanText } from './time-text'
import { forYou, isAnyTime, isOpen, windowWords } from './when'

type TaskKind = (typeof TASK_KINDS)[number]
/** One part of a maintenance, in Gardener's order. */
type NextTask = Pick<MaintenanceTask, 'kind' | 'state' | 'effects' | 'restarts'>

type NextOutcome = Pick<MaintenanceAnswer, 'outcome' | 'asLast' | 'window'> & { readonly tasks: readonly NextTask[] }

/** When the next maintenance begins. */
export function beginSentence(window: WindowBody, now: number, zone: Zone): Sentence {
  if (isAnyTime(window)) {
    return [
      'The next maintenance may begin ',
      { strong: 'at any time' },
      ' of the day: no window that can be read says when.',
    ]
  }
  const yours = forYou(window, now, zone)
  const more: Sentence = yours === null ? ['.'] : [', ', { keep: `${yours}.` }]
  if (isOpen(window, now)) {
    const until = `${clockText(window.latestStart, window.offset)} ${offsetText(window.offset, ms(window.begin))}`
    return ['The next maintenance may begin ', { strong: 'now' }, ', at any moment until ', { keep: until }, ...more]
  }
  const length = { strong: spanText(ms(window.begin) - now, 'long') }
  return ['The next maintenance begins in ', length, ', ', { keep: windowWords(window, now) }, ...more]
}

/** What becomes of it. @param failing what is known of the nights before */
export function outcomeSentence(
  { outcome, tasks, asLast, window }: NextOutcome,
  now: number,
  failing: FailingSoFar | null = null,
): { readonly text: string; readonly isBad: boolean } {
  const last = (verb: string) => {
    if (asLast === null) return ''
    const day = (at: string) => dayText(at, window.offset, { now, weekday: true })
    const { since = null, nights = null } = failing ?? {}
    return since === null || nights === null || nights < 2
      ? `, as the last one ${verb} on ${day(asLast)}`
      : `, as on the last ${nights} nights, since ${day(since)}`
  }
  switch (outcome) {
    case 'refused':
      return { text: `It will be refused${last('was')}.`, isBad: true }
    case 'fails':
      return { text: `Part of it will fail${last('did')}.`, isBad: true }
    case 'nothing-due':
      return { text: idleText(tasks), isBad: false }
    case 'changes':
      return { text: `${changesText(tasks)}.`, isBad: false }
    case 'never':
      return { text: 'It never runs: the cluster is being deleted.', isBad: true }
    case 'unknown':
      return { text: 'Its profile cannot be found: what it would do is not known.', isBad: true }
  }
}

/** The sentence if no version, setting or operation is due. */
function idleText(tasks: readonly NextTask[]): string {
  const runs = (kind: TaskKind) => tasks.some((task) => task.kind === kind && task.state === 'runs')
  if (!runs('reconciliation')) return 'Nothing is due, and no reconciliation is started.'
  return runs('roll-out')
    ? 'Nothing is due: it only reconciles, and rolls out what waits.'
    : 'Nothing is due: it only reconciles.'
}

/** `2 versions change and 1 rotation starts` */
function changesText(tasks: readonly NextTask[]): string {
  const running = (kind: TaskKind) => tasks.filter((task) => task.kind === kind && task.state === 'runs').length
  const parts = countsOf(
    [running('change'), 'version changes', 'versions change'],
    [running('rotation'), 'rotation starts', 'rotations start'],
    [running('setting'), 'setting changes', 'settings change'],
    [running('operation'), 'operation starts', 'operations start'],
  )
  return listed(parts) || 'It runs'
}

/**
 * What a part does to nodes and control plane; one run touches a pool once, so later parts only refer to it. A maintenance that is
 * refused does nothing, which is told once of all of it.
 */
export function effectsOfTasks(tasks: readonly NextTask[]): readonly (readonly EffectLine[])[] {
  const shown = new Set<string>()
  return tasks.map((task): readonly EffectLine[] => {
    if (task.state === 'refused') return []
    if (task.state !== 'runs') return [STATE_LINES[task.state]]
    const fresh = task.effects.filter(({ pool }) => !shown.has(pool))
    for (const { pool } of fresh) shown.add(pool)
    const lines = given<EffectLine>(
      task.restarts && restart,
      fresh.length > 0 && summary(fresh),
      fresh.length === 0 && task.effects.length > 0 && { kind: 'none', text: 'In the same run' },
    )
    return lines.length > 0 ? lines : [{ kind: 'none', text: NO_EFFECT.has(task.kind) ? '' : 'No node is touched' }]
  })
}

/** Parts of a maintenance; those that do the same to many pools are one: `30 pools, image`. */
export function alikeTasks<
  T extends NextTask & TaskWords & { readonly component: Component | null; readonly pool: string | null },
>(tasks: readonly T[]): readonly T[] {
  const sameOf = ({ effects: _, pool, what, ...task }: T) => [task, pool === null ? what : null]
  return alikeRows(tasks, ({ pool }) => pool ?? '', sameOf).map(({ first, title, all }) =>
    all.length === 1 || first.component === null
      ? first
      : { ...first, what: changedPartText(first.component, title), effects: all.flatMap(({ effects }) => effects) },
  )
}

/** Parts that are not about nodes at all. */
const NO_EFFECT = new Set<TaskKind>(['reconciliation', 'infrastructure', 'roll-out'])

const STATE_LINES: Readonly<Record<Exclude<NextTask['state'], 'runs' | 'refused'>, EffectLine>> = {
  fails: { kind: 'fails', text: 'Fails' },
  waits: { kind: 'none', text: 'Waits' },
  idle: { kind: 'none', text: 'Nothing to do' },
  unknown: { kind: 'none', text: 'Not known here' },
}

/** The tasks that come last in each maintenance, whatever is due. */
const IN_EACH = new Set<TaskKind>(['reconciliation', 'infrastructure', 'restarts'])

/** Whether it is in this maintenance only, and not in each. */
export function isOwn({ kind }: Pick<NextTask, 'kind'>): boolean {
  return !IN_EACH.has(kind)
}

/** `Last in each maintenance: reconciliation, infrastructure and DNS, restarts` */
export function inEachText(tasks: readonly Pick<TaskWords, 'what'>[]): string {
  return `Last in each maintenance: ${tasks.map(({ what }) => lowered(what)).join(', ')}`
}

/** What was looked at and does not stand in the way: `No problem: profile is known and window can be read`. */
export function inOrderText(checks: readonly Pick<MaintenanceCheck, 'verdict' | 'title'>[]): string {
  const titles = checks.filter(({ verdict }) => verdict === 'holds').map(({ title }) => title)
  return titles.length === 0 ? 'Checks that decide nothing' : `No problem: ${listed(titles.map(lowered))}`
}

/** When it may begin, as the figure below the rulers: Gardener picks the moment. */
export function beginMomentText(window: WindowBody, now: number): string {
  const clock = (at: string | number) => clockText(at, window.offset)
  const from = isOpen(window, now) ? 'now' : clock(window.begin)
  return `Begins at a random moment between ${from} and ${clock(window.latestStart)}: Gardener takes 15 minutes off the end (hatched).`
}

/** `If all nodes of pool db are updated before it begins, this maintenance runs.`; null: that is not all that is in its way, or nothing is. */
export function onceFinishedText(
  { onceFinished }: Pick<MaintenanceAnswer, 'onceFinished'>,
  { pending }: Pick<ShootAnswer, 'pending'>,
): string | null {
  if (onceFinished !== 'changes') return null
  return `If all nodes of ${shortPoolsText(pending)} are updated before it begins, this maintenance runs.`
}

/** How long the work on nodes may take against the window; null: no node is replaced or updated. */
export function worstCaseText(worst: MaintenanceAnswer['worstCase'], window: WindowBody, now: number): string | null {
  if (worst === null) return null
  const { milliseconds, pools } = worst
  const length = isAnyTime(window) ? '' : `; the window is ${durationText(worst.window)} long`
  if (milliseconds === null) {
    const byHand = pools.filter((pool) => pool.milliseconds === null).map(({ pool }) => pool)
    const after = isAnyTime(window) ? 'It takes as long as it takes' : 'It goes on after the window'
    return `${after}: the nodes of ${byHand.join(', ')} wait until somebody selects them${length}.`
  }
  const slowest = pools.find((pool) => pool.milliseconds === milliseconds)
  const figure = slowest === undefined ? '' : ` (pool ${slowest.pool}: ${slowest.figure})`
  const most = `Work on nodes takes at most ${durationText(milliseconds)}${figure}${length}`
  if (isAnyTime(window) || milliseconds <= worst.window - 15 * MINUTE) return `${most}.`
  const last = momentText(ms(window.latestStart) + milliseconds, window.offset, now)
  return `${most}, and nothing is stopped at its end. Begun at the last moment, it may go on until ${last}.`
}
