import { durationMilliseconds } from '@/lib/engine/rules'
import { HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'

/** `machineControllerManager` of a pool, as written; absent: the default. */
export interface TimeoutSettings {
  readonly machineDrainTimeout?: string
  readonly machineCreationTimeout?: string
  readonly machineHealthTimeout?: string
  readonly inPlaceUpdateTimeout?: string
  readonly maxEvictRetries?: number
  readonly disableHealthTimeout?: boolean
}

export interface Timeout {
  readonly milliseconds: number
  /** False: the pool sets it itself. */
  readonly isDefault: boolean
}

export interface Timeouts {
  /** Draining one node; then what is left on it is deleted by force. */
  readonly drain: Timeout
  /** From the order of a machine until its node has joined; then the machine has failed and is replaced. */
  readonly creation: Timeout
  /** A node that is not healthy; then its machine has failed and is replaced. */
  readonly health: Timeout
  /** Updating one node in place; then the update has failed. */
  readonly inPlaceUpdate: Timeout
  /** How often the eviction of a pod is tried, one attempt every 20 seconds; then the pod is deleted. */
  readonly evictRetries: { readonly count: number; readonly isDefault: boolean }
  /** In-place pools: unhealthy nodes are kept, for a person to look after. */
  readonly ignoresHealth: boolean
}

const EVICTION_INTERVAL = 20 * SECOND

/**
 * The timeouts of a pool. The defaults are those that Gardener starts machine-controller-manager with; two differ from the
 * text of Gardener's documentation (docs/rules.md#rollout-figures): machines have 20 minutes (not 10) to join, and
 * evictions are tried for as long as draining may take (360 times in two hours, not 10 times). A CloudProfile may set
 * another creation timeout per machine type, which is not known here. Unreadable text counts as absent.
 */
export function timeoutsOf(settings: TimeoutSettings, strategy: WorkerUpdateStrategy): Timeouts {
  const drain = timeout(settings.machineDrainTimeout, 2 * HOUR)
  const tries = Math.floor(drain.milliseconds / EVICTION_INTERVAL)
  return {
    drain,
    creation: timeout(settings.machineCreationTimeout, 20 * MINUTE),
    health: timeout(settings.machineHealthTimeout, 10 * MINUTE),
    inPlaceUpdate: timeout(settings.inPlaceUpdateTimeout, 20 * MINUTE),
    evictRetries: {
      count: Math.min(settings.maxEvictRetries ?? (2 * HOUR) / EVICTION_INTERVAL, tries),
      isDefault: settings.maxEvictRetries === undefined,
    },
    ignoresHealth: settings.disableHealthTimeout ?? strategy !== 'AutoRollingUpdate',
  }
}

function timeout(text: string | undefined, otherwise: number): Timeout {
  const milliseconds = text === undefined ? null : durationMilliseconds(text)
  return milliseconds === null || milliseconds < 0
    ? { milliseconds: otherwise, isDefault: true }
    : { milliseconds, isDefault: false }
}
