import { dayText } from '@/lib/engine/explain'
import { effectOfOperations } from '@/lib/engine/impact'
import { isTrue, MAINTENANCE_OPERATION, NEEDS_RETRY, OPERATION, offsetOf, operationsIn } from '@/lib/engine/rules'
import type { ForecastStep, RotationTimes, Shoot } from '@/lib/engine/types'
import type { Obstacle } from './obstacle'
import { listed, operationEffectText, operationWords } from './operation-text'

/** A shoot with its next maintenances. */
interface Requested {
  readonly shoot: Shoot
  readonly steps: readonly ForecastStep[]
}

/**
 * What annotations ask Gardener to do with a shoot, what becomes of that, and of an operation that failed
 * (docs/rules.md#operations-asked-for). Nothing is asked of a shoot that is being deleted.
 */
export function requestsOf(requested: Requested): Obstacle[] {
  if (requested.shoot.deletionTimestamp !== undefined) return []
  return [
    ...atOnce(requested.shoot),
    ...inMaintenance(requested),
    ...failure(requested),
    ...waitingPools(requested.shoot),
  ]
}

/** Gardener acts on these outside of maintenance. */
function atOnce(shoot: Shoot): Obstacle[] {
  const failed = shoot.lastOperation?.state === 'Failed'
  return operationsIn(shoot.annotations[OPERATION]).map((operation): Obstacle => {
    const words = operationWords(operation)
    if (words === null) {
      const text = `${OPERATION} asks for ${operation}, which Gardener does not know: it does nothing.`
      return { severity: 'warning', text }
    }
    if (operation === 'retry' && !failed) {
      return {
        severity: 'info',
        text: `${OPERATION} asks for retry, but the last operation has not failed: it does nothing.`,
      }
    }
    const asks = `${OPERATION} asks for ${operation}, and Gardener acts on it at once, outside of maintenance: ${words.clause}.`
    const said = outcome(asks, operation, words.meaning, shoot)
    return operation === 'maintain' ? { ...said, severity: 'warning' } : said
  })
}

/** The next maintenance hands these over. */
function inMaintenance({ shoot, steps }: Requested): Obstacle[] {
  const { lastOperation } = shoot
  const step = steps[0]
  return operationsIn(shoot.annotations[MAINTENANCE_OPERATION]).map((operation): Obstacle => {
    const asks = `${MAINTENANCE_OPERATION} asks for ${operation}`
    const words = operationWords(operation)
    if (words === null) {
      const text = `${asks}, which Gardener does not know: the API server refuses the maintenance, and with it all its updates, as long as that stands there.`
      return { severity: 'warning', text }
    }
    if (lastOperation === undefined || lastOperation.state === 'Failed') {
      const why =
        lastOperation === undefined ? 'Gardener has not worked on the cluster yet' : 'the last operation failed'
      const skipped = `${asks}, but maintenance skips that as ${why}. It stays asked for: with the first maintenance after an operation that succeeded, ${words.clause}.`
      return { ...outcome(skipped, operation, words.meaning, shoot), severity: 'warning' }
    }
    const starts = step?.operations.some(({ name }) => name === operation) === true
    if (starts) {
      const day = dayText(step.window.begin, offsetOf(shoot.window))
      return outcome(`${asks}: with the maintenance of ${day} ${words.clause}.`, operation, words.meaning, shoot)
    }
    if (step?.denied === true) {
      const text = `${asks}, but the API server refuses the next maintenance: ${step.failureReason ?? 'it does not say why'}`
      return { severity: 'warning', text }
    }
    return { severity: 'info', text: `${asks}, which another operation does as well or which has nothing to do here.` }
  })
}

/** A warning where nodes are replaced or updated. */
function outcome(text: string, operation: string, meaning: string, shoot: Shoot): Obstacle {
  const effect = effectOfOperations(shoot, [operation])
  const touches = effect.pools.some((pool) => pool.effect === 'rolling' || pool.effect === 'inPlace')
  const isRotation = operation.startsWith('rotate-') || operation.startsWith('rollout-')
  const said = isRotation ? `${text} ${meaning} ${operationEffectText(effect)}` : `${text} ${meaning}`
  return { severity: touches ? 'warning' : 'info', text: said }
}

/** Maintenance changes versions all the same; whether what failed is tried again is another matter. */
function failure({ shoot, steps }: Requested): Obstacle[] {
  const { lastOperation, annotations, confineSpecUpdateRollout } = shoot
  if (lastOperation?.state !== 'Failed') return []
  const failed = `Its last operation (${lastOperation.type}) failed.`
  const still = 'That does not hold maintenance back: it changes versions all the same'
  const change = steps.find(({ specChanged }) => specChanged)
  const day = change === undefined ? '' : dayText(change.window.begin, offsetOf(shoot.window))
  const text = (() => {
    if (operationsIn(annotations[OPERATION]).includes('retry')) return `${failed} ${still}.`
    if (isTrue(annotations[NEEDS_RETRY])) {
      return `${failed} ${still}, and the next one retries the operation, for which it is marked (${NEEDS_RETRY}).`
    }
    if (change === undefined) {
      return `${failed} Maintenance does not retry it: it stays failed until somebody asks for it (${OPERATION}=retry) or changes the specification.`
    }
    if (!confineSpecUpdateRollout) {
      return `${failed} ${still}. It is not retried before ${day}, when the change of the specification starts a new reconciliation; ${OPERATION}=retry does so at once.`
    }
    return `${failed} ${still}. As its roll-outs are confined to the window, the change of ${day} is only stored: it marks the cluster for a retry, and the maintenance after that one rolls it out; ${OPERATION}=retry does so at once.`
  })()
  return [{ severity: 'warning', text }]
}

const NAMES: Readonly<Record<keyof RotationTimes, string>> = {
  certificateAuthorities: 'CAs',
  serviceAccountKey: 'service account key',
}

/** A rotation that was started without the workers is not over before they have taken part. */
function waitingPools({ rotationTimes, workers }: Shoot): Obstacle[] {
  return (Object.keys(NAMES) as (keyof RotationTimes)[]).flatMap((kind): Obstacle[] => {
    const waiting = rotationTimes?.[kind]?.pendingWorkersRollouts?.map(({ name }) => name) ?? []
    const names = workers.map(({ name }) => name).filter((name) => waiting.includes(name))
    if (names.length === 0) return []
    const pools = `${names.length === 1 ? 'pool' : 'pools'} ${listed(names)}`
    const text = `The rotation of the ${NAMES[kind]} waits for ${pools}: maintenance does not roll the nodes for it, ${OPERATION}=rotate-rollout-workers=${names.join(',')} does.`
    return [{ severity: 'info', text }]
  })
}
