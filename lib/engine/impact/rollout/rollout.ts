import { SECOND } from '@/lib/engine/time'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'
import { countOfZone, nodesOf, type Share, shareOfZone } from './share'
import { type TimeoutSettings, type Timeouts, timeoutsOf } from './timeouts'

export { type Blocked, type PendingUpdate, type PendingUpdates, pendingUpdates } from './pending'
export { nodesOf, type Rounding, type Share } from './share'
export {
  CANDIDATE_LABEL,
  maySwitch,
  SELECTED_LABEL,
  type StrategyRules,
  selectCommand,
  strategyRules,
} from './strategies'
export { type Timeout, type TimeoutSettings, type Timeouts, timeoutsOf } from './timeouts'

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
  /** A person selects each node, so it is not known. `perNode`: once one is selected. */
  | { readonly kind: 'unbounded'; readonly perNode: number; readonly formula: string; readonly figure: string }

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

/** More than this cannot be counted, nor waited for. */
function durationOf(...rollout: Parameters<typeof exactDurationOf>): number {
  return Math.min(exactDurationOf(...rollout), Number.MAX_SAFE_INTEGER)
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
    case 'ManualInPlaceUpdate': {
      const perNode = timeouts.drain.milliseconds + timeouts.inPlaceUpdate.milliseconds
      return {
        kind: 'unbounded',
        perNode,
        formula: 'machineDrainTimeout + inPlaceUpdateTimeout, for each node once it is selected',
        figure: `${drain} + ${update} per node`,
      }
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
