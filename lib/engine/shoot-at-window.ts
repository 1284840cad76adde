import { failed } from './carried-key'
import type { State } from './decide'
import { versionsOf, windowOf } from './maintain'
import { outcomesOf } from './outcomes'
import type { Carried } from './run'
import { firstDay, momentOn, scheduleOf, windowOn } from './schedule'
import { atRest } from './transitions'
import type { CloudProfile, Instant, Shoot } from './types'
import { withOwnBindings } from './version-bound'
import type { WindowOccurrence } from './window'

/** A shoot just before a maintenance, and the window of that maintenance. */
export interface ShootAtWindow {
  readonly shoot: Shoot
  readonly window: WindowOccurrence
  /** The moment that is assumed: the latest start. */
  readonly at: Instant
}

/**
 * The shoot as it will be, if nobody changes anything from `from` on, before the maintenance of the first window that may
 * still begin at or after `wanted`. A `wanted` before `from` counts as `from`.
 */
export function shootAtWindow(shoot: Shoot, profile: CloudProfile, from: Instant, wanted: Instant): ShootAtWindow {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const day = firstDay(schedule, Math.max(from, wanted))
  const at = momentOn(schedule, day)
  const window = windowOn(schedule, day)
  if (day <= firstDay(schedule, from)) return { shoot, window, at }
  const { final } = outcomesOf(shoot, profile, { from, to: at - 1 })
  return { shoot: shootWith(shoot, final), window, at }
}

/**
 * The shoot after a maintenance and the reconciliation that follows it, with what it carries then. A last maintenance that
 * succeeded is as good as none, and not kept.
 */
export function shootWith(shoot: Shoot, { state, settings, dropped, lastState }: Carried): Shoot {
  const { lastMaintenance: _, versionBound: __, droppedOnWrite: ___, ...rested } = atRest(shootOn(shoot, state))
  const versionBound = withOwnBindings(settings, shoot)
  return {
    ...rested,
    ...(versionBound && { versionBound }),
    ...(dropped && { droppedOnWrite: dropped }),
    ...(lastState !== null && failed(lastState) && { lastMaintenance: { description: '', state: lastState } }),
  }
}

/** The shoot with other versions. */
export function shootOn(shoot: Shoot, state: State): Shoot {
  const { kubernetesVersion, workers } = versionsOf(shoot, state)
  return {
    ...shoot,
    kubernetesVersion,
    workers: shoot.workers.map((worker, i) => {
      const versions = workers[i]
      return {
        ...worker,
        ...(typeof versions?.kubernetesVersion === 'string' ? { kubernetesVersion: versions.kubernetesVersion } : {}),
        ...(versions?.image ? { image: versions.image } : {}),
      }
    }),
  }
}
