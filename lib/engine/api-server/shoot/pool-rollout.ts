import { flagAt, numberAt, objectAt, type PoolView, textAt, valueAt } from '@/lib/engine/api-server/manifest'
import { parseDuration } from '@/lib/engine/duration'
import type { Json, JsonObject } from '@/lib/engine/json'
import { forbidden, invalid, type PoolFieldPath, type Refusals } from './shoot-refusals'

/** How many nodes more and fewer a rollout may have: numbers and percentages, not both zero. */
export function* refuseSurge(pool: PoolView, at: PoolFieldPath): Refusals {
  const [surge, unavailable] = [valueAt(pool.json, 'maxSurge'), valueAt(pool.json, 'maxUnavailable')]
  yield* refuseShare(surge, at('maxSurge'))
  yield* refuseShare(unavailable, at('maxUnavailable'))
  if (typeof unavailable === 'string' && shareOf(unavailable) > 100) {
    yield invalid(at('maxUnavailable'), 'unavailable-above-all', 'No more than 100% can be unavailable.')
  }
  if (pool.strategy === 'ManualInPlaceUpdate') {
    for (const [key, value] of Object.entries({ maxSurge: surge, maxUnavailable: unavailable })) {
      const detail = `${key} has no meaning where a person selects the nodes to update: leave it out.`
      if (value !== undefined) yield invalid(at(key), 'surge-with-manual-update', detail)
    }
  } else if (shareOf(surge) === 0 && shareOf(unavailable) === 0) {
    const detail =
      'Without a node more and without a node less, no node can be replaced: raise maxSurge or maxUnavailable.'
    yield invalid(at('maxUnavailable'), 'neither-surge-nor-unavailable', detail)
  }
}

function* refuseShare(value: Json | undefined, field: string): Refusals {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return
  if (typeof value === 'string' && /^\d+%$/.test(value)) return
  yield invalid(field, 'not-a-share', 'Give a number of nodes or a percentage such as 20%.')
}

function shareOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : Number.parseInt(String(value ?? '0'), 10) || 0
}

/** The pool's settings for cluster-autoscaler. */
export function* refuseAutoscaler(options: JsonObject | undefined, at: PoolFieldPath): Refusals {
  for (const key of ['scaleDownUtilizationThreshold', 'scaleDownGpuUtilizationThreshold']) {
    const share = numberAt(options, key) ?? 0
    if (share >= 0 && share <= 1) continue
    yield invalid(at(`autoscaler.${key}`), 'autoscaler-share', `${share} is not between 0 and 1.`)
  }
  for (const key of ['scaleDownUnneededTime', 'scaleDownUnreadyTime', 'maxNodeProvisionTime']) {
    yield* refuseNegative(textAt(options, key), at(`autoscaler.${key}`))
  }
}

/** The pool's settings for machine-controller-manager; the API server's answers call them `…Settings`. */
export function* refuseMachineManager(pool: PoolView, at: PoolFieldPath): Refusals {
  const settings = objectAt(pool.json, 'machineControllerManager')
  if (settings === undefined) return
  const field = (key: string): string => at(`machineControllerManagerSettings.${key}`)
  for (const key of ['machineDrainTimeout', 'machineHealthTimeout', 'machineCreationTimeout']) {
    yield* refuseNegative(textAt(settings, key), field(key))
  }
  if ((numberAt(settings, 'maxEvictRetries') ?? 0) < 0) {
    yield invalid(field('maxEvictRetries'), 'evict-retries-negative', 'Give the number of attempts, 0 or more.')
  }
  const timeout = textAt(settings, 'inPlaceUpdateTimeout')
  if (pool.inPlace) yield* refuseNegative(timeout, field('inPlaceUpdateTimeout'))
  else {
    const detail = 'This only has a meaning for pools that are updated in place.'
    if (timeout !== undefined) yield forbidden(field('inPlaceUpdateTimeout'), 'in-place-setting', detail)
    if (flagAt(settings, 'disableHealthTimeout') === true) {
      yield forbidden(field('disableHealthTimeout'), 'in-place-setting', detail)
    }
  }
  yield* refuseNegative(textAt(settings, 'machinePreserveTimeout'), field('machinePreserveTimeout'))
  const preserved = numberAt(settings, 'autoPreserveFailedMachineMax')
  yield* refusePreserved(preserved, pool, field('autoPreserveFailedMachineMax'))
}

function* refusePreserved(count: number | undefined, pool: PoolView, field: string): Refusals {
  const maximum = numberAt(pool.json, 'maximum') ?? 0
  const most = pool.systemComponentsAllowed && maximum > 0 ? maximum - 1 : maximum
  if (count === undefined) return
  if (count < 0) yield invalid(field, 'preserved-negative', 'Give the number of machines, 0 or more.')
  else if (count > most) {
    const detail = `At most ${most} failed machines can be preserved in a pool of ${maximum}.`
    yield invalid(field, 'preserved-too-many', detail)
  }
}

function* refuseNegative(duration: string | undefined, field: string): Refusals {
  if ((parseDuration(duration ?? '0') ?? 0n) >= 0n) return
  yield invalid(field, 'duration-negative', `${duration} is less than nothing.`, { value: duration ?? '' })
}
