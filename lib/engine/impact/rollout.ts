import { durationMilliseconds } from '@/lib/engine/duration'
import { isInPlace } from '@/lib/engine/rules'
import { HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { Shoot, Worker, WorkerUpdateStrategy } from '@/lib/engine/types'

/** What of a pool decides about its rollouts; a `Worker` is one. */
export interface RolloutPool extends TimeoutSettings {
  readonly updateStrategy: WorkerUpdateStrategy
  readonly zones: readonly string[]
  readonly maximum: number
  /** As written; absent: 1 for rolling pools, 0 for in-place ones. */
  readonly maxSurge?: Share
  /** As written; absent: 0 for rolling pools, 1 for in-place ones. */
  readonly maxUnavailable?: Share
}

/** The rollout of one zone: Gardener rolls the zones of a pool separately and at the same time. */
export interface ZoneRollout {
  /** Empty for a pool without zones. */
  readonly zone: string
  readonly nodes: number
  /** Nodes more than usual, at most. */
  readonly surge: number
  /** Nodes fewer than usual, at most. */
  readonly unavailable: number
  /** Rounds of nodes that are updated at the same time. */
  readonly rounds: number
  readonly milliseconds: number
}

export interface Rollout {
  readonly zones: readonly ZoneRollout[]
  readonly timeouts: Timeouts
  readonly worstCase: WorstCase
}

export type WorstCase =
  | {
      readonly kind: 'bounded'
      /** The slowest zone's. */
      readonly milliseconds: number
      /** E.g. `ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)`. */
      readonly formula: string
      /** The same with figures, e.g. `5 × (create 20 min + drain 2 h)`. */
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
export function rolloutOf(pool: RolloutPool, nodes: number): Rollout {
  const timeouts = timeoutsOf(pool, pool.updateStrategy)
  const names = pool.zones.length === 0 ? [''] : pool.zones
  const zones = names.map((zone, i) => zoneRollout(pool, timeouts, { zone, index: i, zones: names.length, nodes }))
  return { zones, timeouts, worstCase: worstCaseOf(pool, timeouts, zones) }
}

interface Place {
  readonly zone: string
  readonly index: number
  readonly zones: number
  /** Of the whole pool. */
  readonly nodes: number
}

function zoneRollout(pool: RolloutPool, timeouts: Timeouts, place: Place): ZoneRollout {
  const nodes = countOfZone(place.nodes, place.index, place.zones)
  const { surge, unavailable } = limitsOf(pool, nodes, place)
  const updated = pool.updateStrategy === 'AutoInPlaceUpdate' ? Math.max(0, nodes - surge) : nodes
  const rounds = pool.updateStrategy === 'ManualInPlaceUpdate' ? updated : Math.ceil(updated / (surge + unavailable))
  const milliseconds =
    nodes === 0 ? 0 : Math.min(exactDurationOf(pool.updateStrategy, timeouts, rounds, surge), Number.MAX_SAFE_INTEGER)
  return { zone: place.zone, nodes, surge, unavailable, rounds, milliseconds }
}

/** Unreadable shares count as their defaults. */
function limitsOf(pool: RolloutPool, nodes: number, { index, zones }: Place) {
  if (pool.updateStrategy === 'ManualInPlaceUpdate') return { surge: 0, unavailable: 1 }
  const isRolling = pool.updateStrategy === 'AutoRollingUpdate'
  const [usualSurge, usualUnavailable] = isRolling ? [1, 0] : [0, 1]
  const inZone = (share: Share): Share => shareOfZone(share, index, zones, pool.maximum)
  const surge = nodesOf(inZone(pool.maxSurge ?? usualSurge), nodes, 'up') ?? countOfZone(usualSurge, index, zones)
  const unavailable =
    nodesOf(inZone(pool.maxUnavailable ?? usualUnavailable), nodes, 'down') ??
    countOfZone(usualUnavailable, index, zones)
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, Math.max(nodes, 1)) }
}

function exactDurationOf(strategy: WorkerUpdateStrategy, timeouts: Timeouts, rounds: number, surge: number): number {
  const { drain, creation, inPlaceUpdate } = timeouts
  if (strategy === 'AutoRollingUpdate') return rounds * (drain.milliseconds + creation.milliseconds)
  const extra = strategy === 'AutoInPlaceUpdate' && surge > 0 ? creation.milliseconds + drain.milliseconds : 0
  return rounds * (drain.milliseconds + inPlaceUpdate.milliseconds) + extra
}

function worstCaseOf(pool: RolloutPool, timeouts: Timeouts, zones: readonly ZoneRollout[]): WorstCase {
  const slowest = zones.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a), zones[0] ?? NOTHING)
  const { surge, rounds, milliseconds } = slowest
  const drain = `drain ${spelled(timeouts.drain.milliseconds)}`
  const create = `create ${spelled(timeouts.creation.milliseconds)}`
  const update = `update ${spelled(timeouts.inPlaceUpdate.milliseconds)}`
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

const NOTHING: ZoneRollout = { zone: '', nodes: 0, surge: 0, unavailable: 1, rounds: 0, milliseconds: 0 }

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

/** Something that the API server refuses as long as a pool's in-place update is not finished. */
export interface Blocked {
  /** `spec.provider.workers[x]`: every field of the pool. */
  readonly field: string
  /** `unless-own-kubelet`: only if the pool has no kubelet settings of its own. */
  readonly when: 'always' | 'unless-own-kubelet'
}

export interface PendingUpdate {
  readonly pool: string
  /** A ManualInPlaceUpdate pool waits for a person to select its nodes. */
  readonly waitsFor: 'gardener' | 'person'
  readonly blocks: readonly Blocked[]
}

export interface PendingUpdates {
  /** In the order of the pools. */
  readonly pools: readonly PendingUpdate[]
  /** Operations that cannot be started as long as any pool is pending. */
  readonly operations: readonly string[]
}

const ROTATIONS = ['rotate-ca-start', 'rotate-serviceaccount-key-start', 'rotate-credentials-start']

/**
 * What unfinished in-place updates block (docs/rules.md#in-place-updates): the pool itself, and what it follows. One
 * refused pool refuses the whole write, so a nightly maintenance that would move the control plane fails as a whole, every
 * night. Other pools, the rest of the shoot and removing the pool stay free; `force-in-place-update` as the only operation
 * lifts the block.
 */
export function pendingUpdates({
  workers,
  pendingWorkerUpdates,
}: Pick<Shoot, 'workers' | 'pendingWorkerUpdates'>): PendingUpdates {
  const pools = workers
    .filter((worker) => isInPlace(worker) && pendingWorkerUpdates.includes(worker.name))
    .map(pendingUpdate)
  const operations = pendingWorkerUpdates.length === 0 ? [] : ROTATIONS
  return { pools, operations: operations.flatMap((name) => [name, `${name}-without-workers-rollout`]) }
}

function pendingUpdate({ name, updateStrategy, kubernetesVersion }: Worker): PendingUpdate {
  return {
    pool: name,
    waitsFor: updateStrategy === 'ManualInPlaceUpdate' ? 'person' : 'gardener',
    blocks: [
      { field: `spec.provider.workers[${name}]`, when: 'always' },
      ...(kubernetesVersion === undefined ? [{ field: 'spec.kubernetes.version', when: 'always' as const }] : []),
      { field: 'spec.kubernetes.kubelet', when: 'unless-own-kubelet' },
    ],
  }
}

/** What a pool's update strategy means for those who run on it (docs/rules.md#rollout-figures). */
export interface StrategyRules {
  readonly strategy: WorkerUpdateStrategy
  /** Whether the nodes are replaced by new ones, or stay and are updated. */
  readonly nodes: 'replaced' | 'kept'
  /** Who decides which node is next. */
  readonly orchestrator: 'gardener' | 'person'
  /** Whether `maxSurge` and `maxUnavailable` may be set; if not, the API server refuses them. */
  readonly surge: boolean
  /** The strategies that the pool may be switched to. For any other one: create a new pool. */
  readonly mayBecome: readonly WorkerUpdateStrategy[]
}

const RULES: Readonly<Record<WorkerUpdateStrategy, StrategyRules>> = {
  AutoRollingUpdate: {
    strategy: 'AutoRollingUpdate',
    nodes: 'replaced',
    orchestrator: 'gardener',
    surge: true,
    mayBecome: [],
  },
  AutoInPlaceUpdate: {
    strategy: 'AutoInPlaceUpdate',
    nodes: 'kept',
    orchestrator: 'gardener',
    surge: true,
    mayBecome: ['ManualInPlaceUpdate'],
  },
  ManualInPlaceUpdate: {
    strategy: 'ManualInPlaceUpdate',
    nodes: 'kept',
    orchestrator: 'person',
    surge: false,
    mayBecome: ['AutoInPlaceUpdate'],
  },
}

export function strategyRules(strategy: WorkerUpdateStrategy): StrategyRules {
  return RULES[strategy]
}

/** Whether a pool may be switched; staying is always fine. */
export function maySwitch(from: WorkerUpdateStrategy, to: WorkerUpdateStrategy): boolean {
  return from === to || RULES[from].mayBecome.includes(to)
}

/** Labels by which a person and machine-controller-manager agree on the next node of a ManualInPlaceUpdate pool. */
export const CANDIDATE_LABEL = 'node.machine.sapcloud.io/candidate-for-update'
export const SELECTED_LABEL = 'node.machine.sapcloud.io/selected-for-update'

/** The command by which a person selects a node that waits for its update. */
export function selectCommand(node: string): string {
  return `kubectl label node ${node} ${SELECTED_LABEL}=true`
}

/** `machineControllerManager` of a pool, as written; absent: the default. */
interface TimeoutSettings {
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

interface Timeouts {
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

/**
 * A number of nodes or a percentage of them, as `maxSurge` and `maxUnavailable` have it: `2`, `20%`.
 * Percentages of surge are rounded up, those of unavailability down, as everywhere in Kubernetes.
 */
type Share = number | string

export type Rounding = 'up' | 'down'

/** How many of `nodes` the share is; null if it is neither a number from 0 on nor a percentage. */
export function nodesOf(share: Share, nodes: number, rounding: Rounding): number | null {
  const parsed = parseShare(share)
  if (parsed === null) return null
  if (!parsed.isPercent) return parsed.value
  const exact = (parsed.value * nodes) / 100
  return rounding === 'up' ? Math.ceil(exact) : Math.floor(exact)
}

/** What of the share falls to one zone: numbers and nodes are spread evenly, the first zones get what is left over. */
function shareOfZone(share: Share, zone: number, zones: number, maximum: number): Share {
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

function parseShare(share: Share): { readonly value: number; readonly isPercent: boolean } | null {
  const match = /^(\d+)(%?)$/.exec(String(share))
  return match === null ? null : { value: Number(match[1]), isPercent: match[2] === '%' }
}
