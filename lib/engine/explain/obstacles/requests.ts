import { effectOfOperations } from '@/lib/engine/impact'
import {
  isKnownOperation,
  isTrue,
  MAINTENANCE_OPERATION,
  NEEDS_RETRY,
  OPERATION,
  operationsIn,
} from '@/lib/engine/rules'
import type { ForecastStep, Shoot } from '@/lib/engine/types'
import type { Asked, RequestObstacle, Retry } from './obstacle'

/** A shoot with its next maintenances. */
interface Requested {
  readonly shoot: Shoot
  readonly steps: readonly ForecastStep[]
}

/**
 * What annotations ask Gardener to do with a shoot, what becomes of that, and of an operation that failed
 * (docs/rules.md#operations-asked-for). Nothing is asked of a shoot that is being deleted.
 */
export function requestsOf(requested: Requested): RequestObstacle[] {
  if (requested.shoot.deletionTimestamp !== undefined) return []
  return [
    ...atOnce(requested.shoot),
    ...inMaintenance(requested),
    ...failure(requested),
    ...waitingPools(requested.shoot),
  ]
}

/** Gardener acts on these outside of maintenance. */
function atOnce(shoot: Shoot): RequestObstacle[] {
  const failed = shoot.lastOperation?.state === 'Failed'
  return operationsIn(shoot.annotations[OPERATION]).map((operation): RequestObstacle => {
    if (!isKnownOperation(operation)) return { code: 'asked-unknown', operation }
    if (operation === 'retry' && !failed) return { code: 'retry-of-nothing' }
    if (operation === 'maintain') return { code: 'maintains-at-once' }
    return { code: 'asked-at-once', ...askedOf(shoot, operation) }
  })
}

/** The next maintenance hands these over. */
function inMaintenance({ shoot, steps: [step] }: Requested): RequestObstacle[] {
  const { lastOperation } = shoot
  return operationsIn(shoot.annotations[MAINTENANCE_OPERATION]).map((operation): RequestObstacle => {
    if (!isKnownOperation(operation)) return { code: 'asked-later-unknown', operation }
    if (lastOperation === undefined || lastOperation.state === 'Failed') {
      const because = lastOperation === undefined ? 'never-worked-on' : 'failed'
      return { code: 'asked-later-skipped', because, ...askedOf(shoot, operation) }
    }
    if (step?.operations.some(({ name }) => name === operation) === true)
      return { code: 'asked-later', begins: step.window.begin, ...askedOf(shoot, operation) }
    if (step?.denied === true) return { code: 'asked-later-refused', operation, reason: step.failureReason }
    return { code: 'asked-later-idle', operation }
  })
}

function askedOf(shoot: Shoot, operation: string): Asked {
  const isForNodes = operation.startsWith('rotate-') || operation.startsWith('rollout-')
  return { operation, effect: isForNodes ? effectOfOperations(shoot, [operation]) : null }
}

/** Maintenance changes versions all the same; whether what failed is tried again is another matter. */
function failure({ shoot, steps }: Requested): RequestObstacle[] {
  const { lastOperation, annotations, confineSpecUpdateRollout } = shoot
  if (lastOperation?.state !== 'Failed') return []
  const begins = steps.find(({ specChanged }) => specChanged)?.window.begin
  const retry = ((): Retry => {
    if (operationsIn(annotations[OPERATION]).includes('retry')) return { kind: 'asked' }
    if (isTrue(annotations[NEEDS_RETRY])) return { kind: 'marked' }
    if (begins === undefined) return { kind: 'nothing' }
    return { kind: confineSpecUpdateRollout ? 'after-change' : 'change', begins }
  })()
  return [{ code: 'operation-failed', type: lastOperation.type, retry }]
}

/** A rotation that was started without the workers is not over before they have taken part. */
function waitingPools({ rotationTimes, workers }: Shoot): RequestObstacle[] {
  return (['certificateAuthorities', 'serviceAccountKey'] as const).flatMap((of): RequestObstacle[] => {
    const waiting = rotationTimes?.[of]?.pendingWorkersRollouts?.map(({ name }) => name) ?? []
    const pools = workers.map(({ name }) => name).filter((name) => waiting.includes(name))
    return pools.length === 0 ? [] : [{ code: 'rotation-waits', of, pools }]
  })
}
