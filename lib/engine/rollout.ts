import { formatDuration } from './impact/duration'
import { countOfZone, nodesOf, type Share, shareOfZone } from './rollout/share'
import { type TimeoutSettings, type Timeouts, timeoutsOf } from './rollout/timeouts'
import type { WorkerUpdateStrategy } from './types'

export {
  type Blocked,
  FORCE_OPERATION,
  type PendingUpdate,
  type PendingUpdates,
  pendingUpdates,
} from './rollout/pending'
export { nodesOf, type Rounding, type Share } from './rollout/share'
export {
  CANDIDATE_LABEL,
  maySwitch,
  SELECTED_LABEL,
  type StrategyRules,
  selectCommand,
  strategyRules,
} from './rollout/strategies'
export { type Timeout, type TimeoutSettings, type Timeouts, timeoutsOf } from './rollout/timeouts'

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
      /** The same with figures, e.g. `ceil(5 / (1 + 0)) × (2h0m0s + 20m0s) = 11h40m0s`. */
      readonly figure: string
    }
  /** A person selects each node, so nobody knows. `perNode`: once one is selected. */
  | { readonly kind: 'unbounded'; readonly perNode: number; readonly formula: string; readonly figure: string }

/**
 * How a pool of `nodes` nodes is rolled, and how long that takes at most if every drain lasts until its timeout and every
 * machine joins (every in-place update succeeds) just before its own. What the provider needs to delete a machine comes on
 * top, and a machine that fails is tried again, which has no bound.
 *
 * Rolling: each of `maxSurge + maxUnavailable` places handles one node after the other, and each takes a drain and a creation.
 * In place: as many nodes as that are drained and updated at a time; with a surge, that many new nodes come first and that
 * many old ones go in the end (seed 001). If both numbers are rounded to nothing in a zone, one node may be missing there.
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
  const milliseconds = nodes === 0 ? 0 : durationOf(pool.updateStrategy, timeouts, rounds, surge)
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

function durationOf(strategy: WorkerUpdateStrategy, timeouts: Timeouts, rounds: number, surge: number): number {
  const { drain, creation, inPlaceUpdate } = timeouts
  if (strategy === 'AutoRollingUpdate') return rounds * (drain.milliseconds + creation.milliseconds)
  const extra = strategy === 'AutoInPlaceUpdate' && surge > 0 ? creation.milliseconds + drain.milliseconds : 0
  return rounds * (drain.milliseconds + inPlaceUpdate.milliseconds) + extra
}

function worstCaseOf(pool: RolloutPool, timeouts: Timeouts, zones: readonly ZoneRollout[]): WorstCase {
  const slowest = zones.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a), zones[0] ?? NOTHING)
  const { nodes, surge, unavailable, milliseconds } = slowest
  const [drain, creation, update] = [timeouts.drain, timeouts.creation, timeouts.inPlaceUpdate].map((timeout) =>
    spelled(timeout.milliseconds),
  )
  switch (pool.updateStrategy) {
    case 'AutoRollingUpdate':
      return {
        kind: 'bounded',
        milliseconds,
        formula: `ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)${perZone(zones)}`,
        figure: `ceil(${nodes} / (${surge} + ${unavailable})) × (${drain} + ${creation}) = ${spelled(milliseconds)}`,
      }
    case 'AutoInPlaceUpdate': {
      const [more, moreFigure] =
        surge === 0 ? ['', ''] : [' + machineCreationTimeout + machineDrainTimeout', ` + ${creation} + ${drain}`]
      const [kept, keptFigure] = surge === 0 ? ['nodes', `${nodes}`] : ['(nodes − maxSurge)', `(${nodes} − ${surge})`]
      return {
        kind: 'bounded',
        milliseconds,
        formula: `ceil(${kept} / (maxSurge + maxUnavailable)) × (machineDrainTimeout + inPlaceUpdateTimeout)${more}${perZone(zones)}`,
        figure: `ceil(${keptFigure} / (${surge} + ${unavailable})) × (${drain} + ${update})${moreFigure} = ${spelled(milliseconds)}`,
      }
    }
    case 'ManualInPlaceUpdate': {
      const perNode = timeouts.drain.milliseconds + timeouts.inPlaceUpdate.milliseconds
      return {
        kind: 'unbounded',
        perNode,
        formula: 'machineDrainTimeout + inPlaceUpdateTimeout, for each node once it is selected',
        figure: `${drain} + ${update} = ${spelled(perNode)}`,
      }
    }
  }
}

const NOTHING: ZoneRollout = { zone: '', nodes: 0, surge: 0, unavailable: 1, rounds: 0, milliseconds: 0 }

function perZone(zones: readonly ZoneRollout[]): string {
  return zones.length > 1 ? ', each per zone' : ''
}

function spelled(milliseconds: number): string {
  return formatDuration(BigInt(milliseconds) * 1_000_000n)
}
