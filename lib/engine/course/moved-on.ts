import {
  type CarriedState,
  changesOfRun,
  firstDay,
  lastDay,
  lastMaintenanceAfter,
  type MaintenanceSchedule,
  momentOn,
  reportedChanges,
  rotated,
  scheduleOf,
  sentencesOf,
  sleepOf,
  sleptOn,
  type VersionState,
  windowOf,
  windowOn,
  withOwnBindings,
} from '@/lib/engine/rules'
import type { Instant, Period, Shoot, WindowOccurrence, Worker } from '@/lib/engine/types'
import { atRest, failed, stillAsked } from './class-keys'
import { inOwnWords } from './forecast'
import { type ForeseenMaintenances, foresee } from './foresee'
import type { MemoizedProfile } from './memoized-profile'

/**
 * The shoot as the forecast has it at `to` if nothing is done from `from` on: maintained in every window of `windowsOf`, each time
 * reconciled, with the words that Gardener will have written. It is the same shoot while there is no such window.
 */
export function movedOn(shoot: Shoot, profile: MemoizedProfile, move: Period): Shoot {
  const slept = sleptOn(shoot, sleepOf(shoot, move.from), move.to)
  const isDeleting = shoot.deletionTimestamp !== undefined
  if (isDeleting || !actsBetween(scheduleOf(windowOf(shoot), 'latestStart'), move)) return slept
  const foreseen = foresee(shoot, profile, { ...windowsOf(move), rotations: true })
  const {
    lastMaintenance: _,
    autoRotation: __,
    asleep: ___,
    rotationTimes,
    ...later
  } = shootWith(shoot, foreseen.final)
  const { lastMaintenance, autoRotation } = recordedBy(shoot, profile, foreseen)
  // Which pools wait for the rollout of a rotation is not known once an operation may have taken them along.
  const isKnown = foreseen.list.every(({ run }) => run.started.length === 0)
  return {
    ...later,
    hibernated: slept.hibernated,
    ...(slept.asleep && { asleep: slept.asleep }),
    ...(lastMaintenance && { lastMaintenance }),
    ...(autoRotation && { autoRotation }),
    ...(isKnown && rotationTimes && { rotationTimes }),
  }
}

/**
 * Which windows act between two instants: those whose moment, the latest start, lies at or after the first and before the
 * second. A window that is open at the second has not acted by then. Every forecast begins with the first window whose moment
 * lies at or after its own beginning, so that no window acts twice or never for who goes on from there.
 */
export function windowsOf({ from, to }: Period): Period {
  return { from, to: to - 1 }
}

/** Whether one of these windows acts between the two instants. */
export function actsBetween(schedule: MaintenanceSchedule, move: Period): boolean {
  const { from, to } = windowsOf(move)
  return firstDay(schedule, from) <= lastDay(schedule, to)
}

/** What the last maintenance that wrote anything has written, and when credentials were rotated last: each completes at once. */
function recordedBy(
  shoot: Shoot,
  profile: MemoizedProfile,
  { list, schedule }: ForeseenMaintenances,
): Pick<Shoot, 'lastMaintenance' | 'autoRotation'> {
  let last = shoot.lastMaintenance
  let current = shoot
  for (const foreseen of list) {
    const at = momentOn(schedule, foreseen.day)
    const run = inOwnWords(current, profile, foreseen, at)
    const changes = reportedChanges(changesOfRun(current, profile, foreseen.before.state, run))
    // Each of several nights that come out the same writes it anew.
    last = lastMaintenanceAfter(last, run, changes, sentencesOf(changes), momentOn(schedule, foreseen.lastDay))
    if (run.started.length > 0 && run.rotations.length > 0) current = rotated(current, at)
  }
  return { ...(last && { lastMaintenance: last }), ...(current.autoRotation && { autoRotation: current.autoRotation }) }
}

/** A shoot just before a maintenance, and the window of that maintenance. */
export interface ShootAtWindow {
  readonly shoot: Shoot
  readonly window: WindowOccurrence
  /** The moment that is assumed: the latest start. */
  readonly at: Instant
}

/**
 * The shoot as it will be, if nothing is changed from `from` on, before the maintenance of the first window that may
 * still begin at or after `wanted`. A `wanted` before `from` counts as `from`.
 */
export function shootAtWindow(shoot: Shoot, profile: MemoizedProfile, from: Instant, wanted: Instant): ShootAtWindow {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const day = firstDay(schedule, Math.max(from, wanted))
  const at = momentOn(schedule, day)
  const window = windowOn(schedule, day)
  if (day <= firstDay(schedule, from)) return { shoot, window, at }
  const { final } = foresee(shoot, profile, { from, to: at - 1 })
  return { shoot: shootWith(shoot, final), window, at }
}

/**
 * The shoot after a maintenance and the reconciliation that follows it, with what it carries then. A last maintenance that
 * succeeded is as good as none, and not kept; nor is what is only known of a shoot that failed or is asked for something.
 */
export function shootWith(shoot: Shoot, carried: CarriedState, poolOn = workerOn): Shoot {
  const { state, settings, dropped, lastState, asked } = carried
  const moved = shootOn(shoot, state, poolOn)
  const reconciled = asked === undefined ? atRest(moved) : stillAsked(moved, asked)
  const { lastMaintenance: _, versionBound: __, droppedOnWrite: ___, ...others } = reconciled
  const { alwaysDiffers: ____, rotationPhases, pendingLists, rotationTimes, ...rested } = others
  const isAsked = asked !== undefined
  const versionBound = withOwnBindings(settings, shoot)
  return {
    ...rested,
    // Pools go on waiting for a rotation unless something was asked for.
    ...(rotationTimes && (isAsked || Object.keys(shoot.annotations).length === 0) && { rotationTimes }),
    ...(isAsked && rotationPhases && { rotationPhases }),
    ...(isAsked && pendingLists && { pendingLists }),
    ...(versionBound && { versionBound }),
    ...(dropped && { droppedOnWrite: dropped }),
    ...(lastState !== null && failed(lastState) && { lastMaintenance: { description: '', state: lastState } }),
  }
}

/** The shoot with other versions. Pools whose versions stay are the same objects. */
export function shootOn(shoot: Shoot, { kubernetes, pools, images }: VersionState, poolOn = workerOn): Shoot {
  const workers = shoot.workers.map((worker, i) => poolOn(worker, pools[i] ?? null, images[i] ?? null))
  const isSame = workers.every((worker, i) => worker === shoot.workers[i])
  return { ...shoot, kubernetesVersion: kubernetes, workers: isSame ? shoot.workers : workers }
}

/** A pool with other versions; null: it follows the control plane, or has no image. */
export function workerOn(worker: Worker, kubernetesVersion: string | null, version: string | null): Worker {
  const { image } = worker
  const isSame = kubernetesVersion === (worker.kubernetesVersion ?? null) && version === (image?.version ?? null)
  if (isSame) return worker
  return {
    ...worker,
    ...(kubernetesVersion !== null && { kubernetesVersion }),
    ...(image !== undefined && version !== null && { image: { name: image.name, version } }),
  }
}
