import { type OperationEffect, touchesNodes } from '@/lib/engine/impact'
import type { SEVERITIES, WINDOW_TROUBLES } from '@/lib/engine/kinds'
import {
  DAY_SECONDS,
  type EndedSetting,
  lengthBetween,
  offsetOf,
  parseWindow,
  RESERVED_SECONDS,
  windowErrors,
} from '@/lib/engine/rules'
import type {
  ForecastStep,
  Instant,
  MaintenanceTimeWindow,
  NamedVersion,
  ReportedConstraint,
  RotationTimes,
  Shoot,
} from '@/lib/engine/types'

/** Something that stands in the way of maintenance or follows from it: what it is, and the facts of it. */
export type Obstacle =
  | { readonly code: 'profile-unknown'; readonly profile: string }
  | { readonly code: 'being-deleted'; readonly since: Instant }
  | ({ readonly code: 'overdue' } & OverdueParts)
  /** `follows`: the pool has no Kubernetes version of its own. */
  | { readonly code: 'in-place-pending'; readonly pool: string; readonly follows: boolean }
  | { readonly code: 'window-trouble'; readonly trouble: WindowTrouble }
  | { readonly code: 'no-window' }
  | RequestObstacle
  /** What is changed now waits for the window that begins then. */
  | { readonly code: 'confined'; readonly until: Instant }
  | { readonly code: 'hibernated' }
  /** The cluster sleeps in the window that begins then; `wakes` null: no schedule wakes it. */
  | {
      readonly code: 'sleeps'
      readonly isHibernated: boolean
      readonly begins: Instant
      readonly wakes: Instant | null
      readonly skipsRotation: boolean
    }
  | ({ readonly code: 'reported' } & ConstraintBeforeUpdate)
  | { readonly code: 'in-place-by-hand'; readonly pool: string; readonly begins: Instant }
  /** An update that Gardener makes by itself leads to a version that is stuck from `stuck` on; from the one before it would not have to go by then. */
  | {
      readonly code: 'auto-to-dead-end'
      readonly pool: string | null
      readonly image: string | null
      readonly from: string
      readonly to: string
      readonly begins: Instant
      readonly stuck: Instant
    }
  /** An update goes to an image version of which no node can be made. */
  | ({ readonly code: 'image-unmapped'; readonly pool: string; readonly begins: Instant } & NamedVersion)
  | { readonly code: 'settings-end'; readonly ends: readonly SettingsEnd[] }
  /** An update brings Kubernetes minors of which the rules do not know what they take away. */
  | { readonly code: 'unsupported'; readonly begins: Instant; readonly minors: readonly string[] }
  | { readonly code: 'unclassified'; readonly versions: readonly NamedVersion[] }
  | ({ readonly code: 'unclassified-until'; readonly expires: Instant } & NamedVersion)

/** What annotations ask for, and what becomes of that; what operations left undone. */
export type RequestObstacle =
  | { readonly code: 'asked-unknown' | 'asked-later-unknown'; readonly operation: string }
  | { readonly code: 'retry-of-nothing' }
  | { readonly code: 'maintains-at-once' }
  | ({ readonly code: 'asked-at-once' } & RequestedOperation)
  | ({ readonly code: 'asked-later'; readonly begins: Instant } & RequestedOperation)
  | ({ readonly code: 'asked-later-skipped'; readonly because: 'never-worked-on' | 'failed' } & RequestedOperation)
  /** `reason`: Gardener's; null: it has none. */
  | { readonly code: 'asked-later-refused'; readonly operation: string; readonly reason: string | null }
  | { readonly code: 'asked-later-idle'; readonly operation: string }
  | { readonly code: 'operation-failed'; readonly type: string; readonly retry: OperationRetry }
  | { readonly code: 'rotation-waits'; readonly of: keyof RotationTimes; readonly pools: readonly string[] }

/** `isPast`: it has been so since then, else it will be. */
export interface ObstacleBegin {
  readonly at: Instant
  readonly isPast: boolean
}

/** Parts on one version that has expired, and what is known of the windows since. */
export interface OverdueParts extends NamedVersion {
  /** Null: the control plane is among them. */
  readonly pools: readonly string[] | null
  readonly expired: Instant
  /** When the shoot was made, if the version had expired by then. */
  readonly made: Instant | null
  readonly windows: number
  readonly fails: boolean
  /** The last maintenance on record; if it is after the expiry, the windows are those since then. Null: there is none. */
  readonly last: Instant | null
}

export interface RequestedOperation {
  readonly operation: string
  /** Null: it has nothing to do with nodes or control plane. */
  readonly effect: OperationEffect | null
}

/** What tries a failed operation again. */
export type OperationRetry =
  | { readonly kind: 'asked' | 'marked' | 'nothing' }
  /** A maintenance that changes the specification; or the one after it, as roll-outs are confined. */
  | { readonly kind: 'change' | 'after-change'; readonly begins: Instant }

/** Settings that end with one maintenance, and the Kubernetes version that it goes to. */
export interface SettingsEnd {
  readonly begins: Instant
  readonly kubernetes: string
  readonly ended: readonly EndedSetting[]
}

export type ObstacleSeverity = (typeof SEVERITIES)[number]

const SEVERITY: Readonly<Record<Obstacle['code'], ObstacleSeverity>> = {
  'profile-unknown': 'bad',
  'being-deleted': 'info',
  overdue: 'warning',
  'in-place-pending': 'warning',
  'window-trouble': 'warning',
  'no-window': 'warning',
  'asked-unknown': 'warning',
  'asked-later-unknown': 'warning',
  'retry-of-nothing': 'info',
  'maintains-at-once': 'warning',
  'asked-at-once': 'info',
  'asked-later': 'info',
  'asked-later-skipped': 'warning',
  'asked-later-refused': 'warning',
  'asked-later-idle': 'info',
  'operation-failed': 'warning',
  'rotation-waits': 'info',
  confined: 'info',
  hibernated: 'info',
  sleeps: 'info',
  reported: 'info',
  'in-place-by-hand': 'info',
  'settings-end': 'warning',
  'image-unmapped': 'warning',
  'auto-to-dead-end': 'warning',
  unsupported: 'info',
  unclassified: 'info',
  'unclassified-until': 'info',
}

/** A warning at least where nodes are replaced or updated. */
export function severityOf(obstacle: Obstacle): ObstacleSeverity {
  if (obstacle.code === 'reported' && endangersNodes(obstacle)) return 'warning'
  const pools = 'effect' in obstacle ? (obstacle.effect?.pools ?? []) : []
  return pools.some(touchesNodes) ? 'warning' : SEVERITY[obstacle.code]
}

/** What is wrong with a maintenance window that the API server would refuse today, and when maintenance may begin all the same. */
export type WindowTrouble =
  /** The window cannot be read: maintenance may begin at any time. */
  | { readonly kind: 'unreadable'; readonly window: MaintenanceTimeWindow }
  | {
      readonly kind: Exclude<(typeof WINDOW_TROUBLES)[number], 'unreadable'>
      readonly window: ClockSpan
      /** `within`: in this span only, both ends included; `outside`: at any other time of the day. */
      readonly begins: ClockSpan & { readonly kind: 'within' | 'outside' }
    }

/** Two times on the window's own clock, in seconds; a day more or less means the same time. */
export interface ClockSpan {
  readonly from: number
  readonly to: number
}

/**
 * Null: the window is fine, or there is none. What Gardener does with one that is not: the last 15 minutes are kept free,
 * also where that leaves nothing, and a window that cannot be read is none (docs/rules.md#maintenance-window).
 */
export function windowTrouble(window: MaintenanceTimeWindow | undefined): WindowTrouble | null {
  if (window === undefined) return null
  const [error] = windowErrors(window)
  if (error === undefined) return null
  const { parsed, begin, end } = parseWindow(window)
  if (!parsed) return { kind: 'unreadable', window }
  const length = lengthBetween(begin, end)
  const from = begin + offsetOf(window) * 60
  const to = from + length
  const latest = to - RESERVED_SECONDS
  // What is kept free turns a window round that is shorter, and is all that is left out of a whole day.
  const isOutside = length === DAY_SECONDS || length < RESERVED_SECONDS
  return {
    kind: length > 6 * 3600 ? 'too-long' : 'too-short',
    window: { from, to },
    begins: isOutside ? { kind: 'outside', from: latest, to: from } : { kind: 'within', from, to: latest },
  }
}

/** What gardenlet reports of a cluster for which an update is foreseen, and what that update is. */
export interface ConstraintBeforeUpdate extends ReportedConstraint, ForeseenUpdate {
  /** Whether a maintenance makes it, or the user who plans it. */
  readonly by: 'maintenance' | 'plan'
}

export interface ForeseenUpdate {
  /** When the window begins in which it takes place, or when a plan is sent. */
  readonly begins: Instant
  /** Pools whose nodes are replaced or updated in it. */
  readonly pools: readonly string[]
}

/** What gardenlet checks first of all before nodes are replaced. */
const PRECONDITIONS = 'MaintenancePreconditionsSatisfied'

/**
 * The constraints of a cluster that gardenlet reports as not met, where an update is foreseen: they belong to the first update that
 * touches nodes, else to the first one. The preconditions of maintenance come first. Maintenance itself looks at none of them
 * (docs/rules.md#constraints).
 */
export function constraintsBeforeUpdate(
  { reportedConstraints = [] }: Pick<Shoot, 'reportedConstraints'>,
  steps: readonly ForecastStep[],
): ConstraintBeforeUpdate[] {
  const updates = steps.filter(isUpdate)
  const update = updates.find((step) => poolsTouchedIn(step).length > 0) ?? updates[0]
  if (update === undefined) return []
  return reportedBefore({ reportedConstraints }, { begins: update.window.begin, pools: poolsTouchedIn(update) })
}

/** The constraints that are reported before an update; `by` says who makes it. */
export function reportedBefore(
  { reportedConstraints = [] }: Pick<Shoot, 'reportedConstraints'>,
  update: ForeseenUpdate,
  by: ConstraintBeforeUpdate['by'] = 'maintenance',
): ConstraintBeforeUpdate[] {
  const found = reportedConstraints.map((constraint) => ({ ...constraint, ...update, by }))
  return found.sort((a, b) => Number(b.type === PRECONDITIONS) - Number(a.type === PRECONDITIONS))
}

/** What gardenlet reports of the preconditions of maintenance; undefined: that they are met, or nothing. */
export function unmetPreconditions({
  reportedConstraints = [],
}: Pick<Shoot, 'reportedConstraints'>): ReportedConstraint | undefined {
  return reportedConstraints.find(({ type }) => type === PRECONDITIONS)
}

/** Whether it is about maintenance, and nodes are touched. */
export function endangersNodes({ type, pools }: ConstraintBeforeUpdate): boolean {
  return type === PRECONDITIONS && pools.length > 0
}

function isUpdate(step: ForecastStep): boolean {
  return !step.denied && (step.changes.some(({ kind }) => kind === 'update') || poolsTouchedIn(step).length > 0)
}

function poolsTouchedIn({ effects }: ForecastStep): string[] {
  return effects.filter(touchesNodes).map(({ pool }) => pool)
}

/** Why a maintenance fails: what Gardener said, or the cause that a forecast has. */
export type FailureReason = { readonly said: string } | { readonly cause: string }

/** Why a cluster still runs a version that has expired. */
export type HoldReason =
  /** Maintenance is not performed for clusters that are being deleted. */
  | { readonly kind: 'deleting' }
  /** Its maintenance fails, and why. It may leave all the same when something else changes; null: it does not leave by itself. */
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly leaves: Instant | null }
  /** There is none that it could go to; what its last maintenance said of it, if that is known. */
  | { readonly kind: 'noNextVersion'; readonly reason: FailureReason }
  /** It leaves in this window, the first one since the version expired. */
  | { readonly kind: 'window'; readonly begins: Instant; readonly leaves: Instant }
  /**
   * It leaves in this window, though it should have left in earlier ones. `lastFailure`: what its last maintenance said, which
   * failed; else nothing says why: so many windows have passed since it expired, and no maintenance is recorded.
   */
  | {
      readonly kind: 'overdue'
      readonly begins: Instant
      readonly leaves: Instant
      readonly because: { readonly lastFailure: string } | { readonly expired: Instant; readonly windows: number }
    }
  /** Its namespaced profile offers the version until then. `leaves` null: it does not leave by itself. */
  | { readonly kind: 'extended'; readonly until: Instant; readonly leaves: Instant | null }
  /** Nothing is known that moves it, e.g. because the version has not expired and auto-update is off. */
  | { readonly kind: 'nothing' }

export interface HeldShoot {
  readonly held: HoldReason
  /** Whether the API server counts it as a user: only pools with a Kubernetes version of their own are not looked at. */
  readonly counts: boolean
}

/** When a cluster has left at the latest; null: not by itself. */
export function leavesAt(held: HoldReason): Instant | null {
  return 'leaves' in held ? held.leaves : null
}

/**
 * When the last cluster has left, if nothing is done; null when some never leaves, or there is none. Those that are being deleted are
 * on their way out, it is not known for how long: Gardener no longer counts them.
 */
export function lastLeaves(holders: readonly Pick<HeldShoot, 'held'>[]): Instant | null {
  let last = Number.NEGATIVE_INFINITY
  for (const { held } of holders) {
    if (held.kind === 'deleting') continue
    const leaves = leavesAt(held)
    if (leaves === null) return null
    last = Math.max(last, leaves)
  }
  return last === Number.NEGATIVE_INFINITY ? null : last
}
