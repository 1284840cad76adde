import {
  type CarriedState,
  firstDay,
  momentOn,
  type State,
  scheduleOf,
  type WindowOccurrence,
  windowOf,
  windowOn,
  withOwnBindings,
} from '@/lib/engine/rules'
import type { Instant, Shoot, Worker } from '@/lib/engine/types'
import { atRest, failed, stillAsked } from './class-keys'
import { foresee } from './foresee'
import type { MemoizedProfile } from './memoized-profile'

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
export function shootOn(shoot: Shoot, { kubernetes, pools, images }: State, poolOn = workerOn): Shoot {
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
