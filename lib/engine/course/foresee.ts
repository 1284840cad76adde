import { isSameRefusal } from '@/lib/engine/refusal'
import {
  type CarriedState,
  failsUnreported,
  firstDay,
  lastDay,
  type MaintenanceMoment,
  type MaintenanceRun,
  type MaintenanceSchedule,
  momentOn,
  operationTexts,
  scheduleOf,
  type VersionDecision,
  windowOf,
} from '@/lib/engine/rules'
import type { Instant, Period, Shoot } from '@/lib/engine/types'
import { isAtRest } from './class-keys'
import { isSameDecision } from './decision-timeline'
import type { MemoizedProfile } from './memoized-profile'
import type { TransitionNode } from './transition-graph'

export interface ForecastOptions {
  /** The first window that counts is the first whose moment is at or after this instant. */
  readonly from: Instant
  /** The last window that counts is the last whose moment is at or before this instant. */
  readonly to: Instant
  /** The moment of its window at which a maintenance is assumed to begin. Default: the latest start, as it has begun by then. */
  readonly moment?: MaintenanceMoment
  /** True: rotations of credentials are foreseen as well, each assumed to complete at once. Off by default. */
  readonly rotations?: boolean
}

/** Something that will happen to a shoot: one maintenance, or several in a row that come out the same. No texts yet. */
export interface ForeseenMaintenance {
  /** Windows are counted by the day they begin on, see `MaintenanceSchedule`. */
  readonly day: number
  readonly lastDay: number
  readonly repeats: number
  /** The state of the shoot before. */
  readonly before: CarriedState
  /** False if the shoot had failed or was asked for an operation, as it may be in the first maintenance. */
  readonly resting: boolean
  /** The automatic rotations of the shoot at that time; null: it has none, or they are not foreseen. */
  readonly autoRotation: NonNullable<Shoot['autoRotation']> | null
  readonly run: MaintenanceRun
}

export interface ForeseenMaintenances {
  readonly schedule: MaintenanceSchedule
  /** Only maintenances that change the spec, write something, or fail without a report; in order of time. */
  readonly list: readonly ForeseenMaintenance[]
  /** The state of the shoot in the end. */
  readonly final: CarriedState
}

/**
 * Everything that the maintenances of a shoot will do between two instants, if the shoot and its profile stay as they are.
 * It goes from one change of decisions to the next; windows between them only count as repetitions.
 */
export function foresee(shoot: Shoot, profile: MemoizedProfile, options: ForecastOptions): ForeseenMaintenances {
  const { classes } = profile
  // With automatic rotations no two shoots have the same future.
  const isOnItsOwn = options.rotations === true && shoot.autoRotation !== undefined
  const node = isOnItsOwn ? classes.graph.ownNodeOf(shoot, options.from) : classes.of(shoot)
  const schedule = scheduleOf(windowOf(shoot), options.moment ?? 'latestStart')
  return foreseeFrom(node, shoot, { schedule, from: options.from, to: options.to })
}

/** As `foresee`, for a shoot whose node and windows are known. */
export function foreseeFrom(
  start: TransitionNode,
  shoot: Shoot,
  { schedule, from, to }: Period & { readonly schedule: MaintenanceSchedule },
): ForeseenMaintenances {
  let node = start
  const list: ForeseenMaintenance[] = []
  if (shoot.deletionTimestamp !== undefined) return { schedule, list, final: node.carried }
  const end = lastDay(schedule, to)
  let day = firstDay(schedule, from)
  while (day <= end) {
    const { run, until, settled, next } = node.at(momentOn(schedule, day))
    const last = settled ? Math.min(end, lastDay(schedule, until)) : day
    if (run.specChanged || run.written || failsUnreported(run))
      append(list, {
        day,
        lastDay: last,
        repeats: last - day,
        before: node.carried,
        resting: isAtRest(node.subject.shoot),
        autoRotation: node.subject.shoot.autoRotation ?? null,
        run,
      })
    node = next
    day = last + 1
  }
  return { schedule, list, final: node.carried }
}

/** Appends a maintenance. One with the result of the one before it, and without a change of the spec, counts as its repetition. */
function append(list: ForeseenMaintenance[], foreseen: ForeseenMaintenance): void {
  const previous = list.at(-1)
  const { day, lastDay, run } = foreseen
  if (previous !== undefined && previous.lastDay === day - 1 && isSameMaintenance(previous.run, run)) {
    list[list.length - 1] = { ...previous, lastDay, repeats: previous.repeats + lastDay - day + 1 }
  } else {
    list.push(foreseen)
  }
}

/** Whether a maintenance counts as a repetition of the one right before it. */
export function isSameMaintenance(a: MaintenanceRun, b: MaintenanceRun): boolean {
  if (a.specChanged || b.specChanged || a.kind !== b.kind || !isSameError(a, b) || a.reported !== b.reported)
    return false
  if (a.written !== b.written || !areSame(unreportedIn(a), unreportedIn(b))) return false
  // What is not written says nothing of the state, which may be that of an earlier maintenance, or none.
  if (!a.reported && !a.written) return true
  if (a.carried.lastState !== b.carried.lastState || !a.reported) return a.carried.lastState === b.carried.lastState
  if (a.kind === 'denied') return true
  return isSameReport(a, b)
}

/** Whether two maintenances decide the same, and the API server answers the same. */
export function isSameResult(a: MaintenanceRun, b: MaintenanceRun): boolean {
  return a.kind === b.kind && isSameError(a, b) && isSameReport(a, b)
}

/** Whether two errors are the same, apart from names: the first maintenance may come from one shoot, and later ones from another. */
function isSameError(a: MaintenanceRun, b: MaintenanceRun): boolean {
  if (a.error === b.error) return true
  if (a.error === null || b.error === null || a.refused.length === 0) return false
  if (a.refused.length !== b.refused.length) return false
  return a.refused.every((error, i) => {
    const other = b.refused[i]
    return other !== undefined && isSameRefusal(error, other)
  })
}

/** Whether the reports of two maintenances have the same words. */
function isSameReport(a: MaintenanceRun, b: MaintenanceRun): boolean {
  if (a.decided === null || b.decided === null) return a.decided === b.decided
  const operations = operationTexts(a).join() === operationTexts(b).join()
  const rotations = a.rotations.map(({ reason }) => reason).join() === b.rotations.map(({ reason }) => reason).join()
  return (
    operations &&
    rotations &&
    isSameDecision(a.decided.controlPlane, b.decided.controlPlane) &&
    areSame(a.decided.pools, b.decided.pools) &&
    areSame(a.decided.images, b.decided.images)
  )
}

function unreportedIn({ decided }: MaintenanceRun): readonly VersionDecision[] {
  return decided?.stop?.decisions ?? []
}

function areSame(a: NonNullable<MaintenanceRun['decided']>['pools'], b: typeof a): boolean {
  return (
    a.length === b.length &&
    a.every((decision, i) => {
      const other = b[i]
      return other !== undefined && isSameDecision(decision, other)
    })
  )
}
