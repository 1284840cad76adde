import { durationMilliseconds } from '@/lib/engine/duration'
import { isByHand, isInPlace } from '@/lib/engine/rules'
import { HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { Shoot, Worker, WorkerUpdateStrategy } from '@/lib/engine/types'

/** What of a pool decides about its rollouts; a `Worker` is one. */
export interface RolloutPool
  extends Pick<Worker, 'machineDrainTimeout' | 'machineCreationTimeout' | 'inPlaceUpdateTimeout'> {
  readonly updateStrategy: WorkerUpdateStrategy
  readonly zones: readonly string[]
  readonly maximum: number
  /** The field as written; absent: 1 for rolling pools, 0 for pools that are updated in place. */
  readonly maxSurge?: NodeShare
  /** The field as written; absent: 0 for rolling pools, 1 for pools that are updated in place. */
  readonly maxUnavailable?: NodeShare
}

/** The rollout of one zone: Gardener rolls the zones of a pool separately and at the same time. */
export interface ZoneRollout {
  readonly nodes: number
  /** Nodes more than usual, at most. */
  readonly surge: number
  /** Nodes fewer than usual, at most. */
  readonly unavailable: number
  /** Rounds of nodes that are updated at the same time. */
  readonly rounds: number
  readonly milliseconds: number
}

export interface PoolRollout {
  readonly zones: readonly ZoneRollout[]
  readonly worstCase: RolloutWorstCase
}

export type RolloutWorstCase =
  | {
      readonly kind: 'bounded'
      /** The slowest zone's. */
      readonly milliseconds: number
      /** E.g. `ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)`. */
      readonly formula: string
      /** The text with figures, e.g. `5 × (create 20 min + drain 2 h)`. */
      readonly figure: string
    }
  /** A person selects each node, so it is not known. */
  | { readonly kind: 'unbounded'; readonly formula: string; readonly figure: string }

/**
 * How a pool of `nodes` nodes is rolled, and how long that takes at most if every drain lasts until its timeout and every
 * machine joins (every in-place update succeeds) just before its own. What the provider needs to delete a machine comes on
 * top, and a machine that fails is tried again, which has no bound.
 *
 * Rolling: each of `maxSurge + maxUnavailable` places handles one node after the other, and each takes a drain and a
 * creation. In place: as many nodes as that are drained and updated at a time; with a surge, that many new nodes come first
 * and that many old ones go in the end (docs/rules.md#rollout-figures). If both numbers are rounded to nothing in a zone,
 * one node may be missing there.
 */
export function rolloutOf(pool: RolloutPool, nodes: number): PoolRollout {
  const timeouts = timeoutsOf(pool)
  const count = Math.max(1, pool.zones.length)
  const zones = Array.from({ length: count }, (_, index) => zoneRollout(pool, timeouts, { index, zones: count, nodes }))
  return { zones, worstCase: worstCaseOf(pool, timeouts, zones) }
}

interface ZonePlace {
  readonly index: number
  readonly zones: number
  /** The number of nodes of the whole pool. */
  readonly nodes: number
}

function zoneRollout(pool: RolloutPool, timeouts: MachineTimeouts, place: ZonePlace): ZoneRollout {
  const nodes = countOfZone(place.nodes, place.index, place.zones)
  const { surge, unavailable } = limitsOf(pool, nodes, place)
  const updated = pool.updateStrategy === 'AutoInPlaceUpdate' ? Math.max(0, nodes - surge) : nodes
  const rounds = isByHand(pool) ? updated : Math.ceil(updated / (surge + unavailable))
  const milliseconds =
    nodes === 0 ? 0 : Math.min(exactDurationOf(pool.updateStrategy, timeouts, rounds, surge), Number.MAX_SAFE_INTEGER)
  return { nodes, surge, unavailable, rounds, milliseconds }
}

/** Unreadable shares count as their defaults. */
function limitsOf(pool: RolloutPool, nodes: number, { index, zones }: ZonePlace) {
  if (isByHand(pool)) return { surge: 0, unavailable: 1 }
  const isRolling = pool.updateStrategy === 'AutoRollingUpdate'
  const [usualSurge, usualUnavailable] = isRolling ? [1, 0] : [0, 1]
  const inZone = (share: NodeShare): NodeShare => shareOfZone(share, index, zones, pool.maximum)
  const surge = nodesOfShare(inZone(pool.maxSurge ?? usualSurge), nodes, 'up') ?? countOfZone(usualSurge, index, zones)
  const unavailable =
    nodesOfShare(inZone(pool.maxUnavailable ?? usualUnavailable), nodes, 'down') ??
    countOfZone(usualUnavailable, index, zones)
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, Math.max(nodes, 1)) }
}

function exactDurationOf(
  strategy: WorkerUpdateStrategy,
  timeouts: MachineTimeouts,
  rounds: number,
  surge: number,
): number {
  const { drain, creation, inPlaceUpdate } = timeouts
  if (strategy === 'AutoRollingUpdate') return rounds * (drain + creation)
  const extra = strategy === 'AutoInPlaceUpdate' && surge > 0 ? creation + drain : 0
  return rounds * (drain + inPlaceUpdate) + extra
}

function worstCaseOf(pool: RolloutPool, timeouts: MachineTimeouts, zones: readonly ZoneRollout[]): RolloutWorstCase {
  const slowest = zones.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a), zones[0] ?? NOTHING)
  const { surge, rounds, milliseconds } = slowest
  const drain = `drain ${spelled(timeouts.drain)}`
  const create = `create ${spelled(timeouts.creation)}`
  const update = `update ${spelled(timeouts.inPlaceUpdate)}`
  switch (pool.updateStrategy) {
    case 'AutoRollingUpdate':
      return {
        kind: 'bounded',
        milliseconds,
        formula: `ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)${perZone(zones)}`,
        figure: `${rounds} × (${create} + ${drain})`,
      }
    case 'AutoInPlaceUpdate': {
      const [more, moreFigure] =
        surge === 0 ? ['', ''] : [' + machineCreationTimeout + machineDrainTimeout', ` + ${create} + ${drain}`]
      const kept = surge === 0 ? 'nodes' : '(nodes − maxSurge)'
      return {
        kind: 'bounded',
        milliseconds,
        formula: `ceil(${kept} / (maxSurge + maxUnavailable)) × (machineDrainTimeout + inPlaceUpdateTimeout)${more}${perZone(zones)}`,
        figure: `${rounds} × (${drain} + ${update})${moreFigure}`,
      }
    }
    case 'ManualInPlaceUpdate':
      return {
        kind: 'unbounded',
        formula: 'machineDrainTimeout + inPlaceUpdateTimeout, for each node once it is selected',
        figure: `${drain} + ${update} per node`,
      }
  }
}

const NOTHING: ZoneRollout = { nodes: 0, surge: 0, unavailable: 1, rounds: 0, milliseconds: 0 }

function perZone(zones: readonly ZoneRollout[]): string {
  return zones.length > 1 ? ', each per zone' : ''
}

/** `2 h`, `1 h 30 min`, `20 min`, `45 s`; nothing is rounded. */
function spelled(milliseconds: number): string {
  const seconds = milliseconds / SECOND
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.round((seconds % 60) * 1000) / 1000, 's'],
  ] as const
  const told = parts.filter(([size]) => size > 0).map(([size, unit]) => `${size} ${unit}`)
  return told.length === 0 ? '0 s' : told.join(' ')
}

/**
 * Pools whose in-place update is not finished (docs/rules.md#in-place-updates). The API server refuses every change of such a pool, of the
 * Kubernetes version if it has none of its own, and of the shoot's kubelet settings unless it has its own. One refused pool refuses the
 * whole write, so a nightly maintenance that would move the control plane fails as a whole, every night. Other pools, the rest of the
 * shoot and removing the pool stay free; `force-in-place-update` as the only operation lifts the block.
 */
export function pendingPools({
  workers,
  pendingWorkerUpdates,
}: Pick<Shoot, 'workers' | 'pendingWorkerUpdates'>): readonly Worker[] {
  return workers.filter((worker) => isInPlace(worker) && pendingWorkerUpdates.includes(worker.name))
}

/** Operations that cannot be started as long as any pool is pending. */
export const BLOCKED_OPERATIONS: readonly string[] = [
  'rotate-ca-start',
  'rotate-serviceaccount-key-start',
  'rotate-credentials-start',
].flatMap((name) => [name, `${name}-without-workers-rollout`])

/** Whether a pool may be switched: nodes are kept with both, or replaced with both. For any other strategy: create a new pool. */
export function maySwitch(from: WorkerUpdateStrategy, to: WorkerUpdateStrategy): boolean {
  return isInPlace({ updateStrategy: from }) === isInPlace({ updateStrategy: to })
}

/** Labels by which a person and machine-controller-manager agree on the next node of a ManualInPlaceUpdate pool. */
export const CANDIDATE_LABEL = 'node.machine.sapcloud.io/candidate-for-update'
export const SELECTED_LABEL = 'node.machine.sapcloud.io/selected-for-update'

/** The command by which a person selects a node that waits for its update. */
export function selectCommand(node: string): string {
  return `kubectl label node ${node} ${SELECTED_LABEL}=true`
}

/**
 * How long draining a node may take until what is left on it is deleted by force, a new machine until its node has joined, and an update
 * in place until it has failed; how long a node may be unhealthy until its machine is replaced. In milliseconds.
 *
 * They are what Gardener starts machine-controller-manager with; two differ from the text of Gardener's documentation
 * (docs/rules.md#rollout-figures): machines have 20 minutes (not 10) to join, and evictions are tried for as long as draining may take,
 * one attempt every 20 seconds (360 times in two hours, not 10 times). A CloudProfile may set another creation timeout per machine type,
 * which is not known here.
 */
export const DEFAULT_TIMEOUTS = {
  drain: 2 * HOUR,
  creation: 20 * MINUTE,
  health: 10 * MINUTE,
  inPlaceUpdate: 20 * MINUTE,
}
export const DEFAULT_EVICT_RETRIES = DEFAULT_TIMEOUTS.drain / (20 * SECOND)

type MachineTimeouts = Omit<typeof DEFAULT_TIMEOUTS, 'health'>

/** The timeouts of a pool as written; text that cannot be read counts as absent. */
function timeoutsOf(pool: RolloutPool): MachineTimeouts {
  const read = (text: string | undefined, otherwise: number): number => {
    const milliseconds = text === undefined ? null : durationMilliseconds(text)
    return milliseconds === null || milliseconds < 0 ? otherwise : milliseconds
  }
  return {
    drain: read(pool.machineDrainTimeout, DEFAULT_TIMEOUTS.drain),
    creation: read(pool.machineCreationTimeout, DEFAULT_TIMEOUTS.creation),
    inPlaceUpdate: read(pool.inPlaceUpdateTimeout, DEFAULT_TIMEOUTS.inPlaceUpdate),
  }
}

/**
 * A number of nodes or a percentage of them, as `maxSurge` and `maxUnavailable` have it: `2`, `20%`.
 * Percentages of surge are rounded up, those of unavailability down, as everywhere in Kubernetes.
 */
type NodeShare = number | string

/** How many of `nodes` the share is; null if it is neither a number from 0 on nor a percentage. */
export function nodesOfShare(share: NodeShare, nodes: number, rounding: 'up' | 'down'): number | null {
  const parsed = parseShare(share)
  if (parsed === null) return null
  if (!parsed.isPercent) return parsed.value
  const exact = (parsed.value * nodes) / 100
  return rounding === 'up' ? Math.ceil(exact) : Math.floor(exact)
}

/** What of the share falls to one zone: numbers and nodes are spread evenly, the first zones get what is left over. */
function shareOfZone(share: NodeShare, zone: number, zones: number, maximum: number): NodeShare {
  const parsed = parseShare(share)
  if (parsed === null) return share
  if (!parsed.isPercent) return countOfZone(parsed.value, zone, zones)
  if (maximum % zones === 0) return `${parsed.value}%`
  // Where zones differ in size, the percentage is scaled with the size of the zone, and rounded up.
  const ratio = (100 / (maximum / zones)) * countOfZone(maximum, zone, zones)
  return `${Math.ceil((ratio * parsed.value) / 100)}%`
}

/** How many of `count` fall to one zone. */
function countOfZone(count: number, zone: number, zones: number): number {
  return Math.floor(count / zones) + (zone < count % zones ? 1 : 0)
}

function parseShare(share: NodeShare): { readonly value: number; readonly isPercent: boolean } | null {
  const match = /^(\d+)(%?)$/.exec(String(share))
  return match === null ? null : { value: Number(match[1]), isPercent: match[2] === '%' }
}
