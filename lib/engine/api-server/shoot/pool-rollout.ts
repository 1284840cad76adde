import { flagAt, numberAt, objectAt, type PoolView, textAt, valueAt } from '@/lib/engine/api-server/manifest'
import { parseDuration } from '@/lib/engine/duration'
import type { Json, JsonObject } from '@/lib/engine/json'
import { forbidden, invalid, type PoolFieldPath, type StageRefusal } from './shoot-refusals'

/** How many nodes more and fewer a rollout may have: numbers and percentages, not both zero. */
export function refuseSurge(pool: PoolView, at: PoolFieldPath): readonly StageRefusal[] {
  const [surge, unavailable] = [valueAt(pool.json, 'maxSurge'), valueAt(pool.json, 'maxUnavailable')]
  const found: StageRefusal[] = [
    ...refuseShare(surge, at('maxSurge')),
    ...refuseShare(unavailable, at('maxUnavailable')),
  ]
  if (typeof unavailable === 'string' && shareOf(unavailable) > 100) {
    found.push(invalid(at('maxUnavailable'), 'unavailable-above-all', 'No more than 100% can be unavailable.'))
  }
  if (pool.strategy === 'ManualInPlaceUpdate') {
    for (const [key, value] of [
      ['maxSurge', surge],
      ['maxUnavailable', unavailable],
    ] as const) {
      const detail = `${key} has no meaning where a person selects the nodes to update: leave it out.`
      if (value !== undefined) found.push(invalid(at(key), 'surge-with-manual-update', detail))
    }
  } else if (shareOf(surge) === 0 && shareOf(unavailable) === 0) {
    const detail =
      'Without a node more and without a node less, no node can be replaced: raise maxSurge or maxUnavailable.'
    found.push(invalid(at('maxUnavailable'), 'neither-surge-nor-unavailable', detail))
  }
  return found
}

function refuseShare(value: Json | undefined, field: string): readonly StageRefusal[] {
  if (value === undefined) return []
  if (typeof value === 'number' && value >= 0) return []
  if (typeof value === 'string' && /^\d+%$/.test(value)) return []
  return [invalid(field, 'not-a-share', 'Give a number of nodes or a percentage such as 20%.')]
}

function shareOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : Number.parseInt(String(value ?? '0'), 10) || 0
}

/** The pool's settings for cluster-autoscaler. */
export function refuseAutoscaler(options: JsonObject | undefined, at: PoolFieldPath): readonly StageRefusal[] {
  const found: StageRefusal[] = []
  for (const key of ['scaleDownUtilizationThreshold', 'scaleDownGpuUtilizationThreshold']) {
    const share = numberAt(options, key) ?? 0
    if (share >= 0 && share <= 1) continue
    found.push(invalid(at(`autoscaler.${key}`), 'autoscaler-share', `${share} is not between 0 and 1.`))
  }
  for (const key of ['scaleDownUnneededTime', 'scaleDownUnreadyTime', 'maxNodeProvisionTime']) {
    found.push(...refuseNegative(textAt(options, key), at(`autoscaler.${key}`)))
  }
  return found
}

/** The pool's settings for machine-controller-manager; the API server's answers call them `…Settings`. */
export function refuseMachineManager(pool: PoolView, at: PoolFieldPath): readonly StageRefusal[] {
  const settings = objectAt(pool.json, 'machineControllerManager')
  if (settings === undefined) return []
  const field = (key: string): string => at(`machineControllerManagerSettings.${key}`)
  const found: StageRefusal[] = ['machineDrainTimeout', 'machineHealthTimeout', 'machineCreationTimeout'].flatMap(
    (key) => refuseNegative(textAt(settings, key), field(key)),
  )
  if ((numberAt(settings, 'maxEvictRetries') ?? 0) < 0) {
    found.push(invalid(field('maxEvictRetries'), 'evict-retries-negative', 'Give the number of attempts, 0 or more.'))
  }
  const timeout = textAt(settings, 'inPlaceUpdateTimeout')
  if (pool.inPlace) found.push(...refuseNegative(timeout, field('inPlaceUpdateTimeout')))
  else {
    const detail = 'This only has a meaning for pools that are updated in place.'
    if (timeout !== undefined) found.push(forbidden(field('inPlaceUpdateTimeout'), 'in-place-setting', detail))
    if (flagAt(settings, 'disableHealthTimeout') === true) {
      found.push(forbidden(field('disableHealthTimeout'), 'in-place-setting', detail))
    }
  }
  return [
    ...found,
    ...refuseNegative(textAt(settings, 'machinePreserveTimeout'), field('machinePreserveTimeout')),
    ...refusePreserved(numberAt(settings, 'autoPreserveFailedMachineMax'), pool, field('autoPreserveFailedMachineMax')),
  ]
}

function refusePreserved(count: number | undefined, pool: PoolView, field: string): readonly StageRefusal[] {
  if (count === undefined) return []
  if (count < 0) return [invalid(field, 'preserved-negative', 'Give the number of machines, 0 or more.')]
  const maximum = numberAt(pool.json, 'maximum') ?? 0
  const most = pool.systemComponentsAllowed && maximum > 0 ? maximum - 1 : maximum
  if (count <= most) return []
  return [
    invalid(field, 'preserved-too-many', `At most ${most} failed machines can be preserved in a pool of ${maximum}.`),
  ]
}

function refuseNegative(duration: string | undefined, field: string): readonly StageRefusal[] {
  if ((parseDuration(duration ?? '0') ?? 0n) >= 0n) return []
  return [invalid(field, 'duration-negative', `${duration} is less than nothing.`, { value: duration ?? '' })]
}
