import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import {
  type ConstraintBeforeUpdate,
  constraintsBeforeUpdate,
  endangersNodes,
  windowTrouble,
} from '@/lib/engine/explain/obstacles'
import { pendingPools, rolloutOf, touchesNodes } from '@/lib/engine/impact'
import type { CHECK_VERDICTS, MAINTENANCE_OUTCOMES } from '@/lib/engine/kinds'
import type { UpdateRefusal } from '@/lib/engine/refusal'
import {
  isByHand,
  isInPlace,
  isTrue,
  MAINTENANCE_OPERATION,
  NEEDS_RETRY,
  nextWindow,
  OPERATION,
  operationsIn,
  windowOf,
} from '@/lib/engine/rules'
import { SECOND } from '@/lib/engine/time'
import type {
  ComponentChange,
  ForecastStep,
  Instant,
  LastOperation,
  MaintenanceTimeWindow,
  OnlyAfter,
  Shoot,
  WindowOccurrence,
} from '@/lib/engine/types'
import { type MaintenancePart, tasksOf } from './tasks'

/** The maintenance in the next window of a shoot. */
export interface NextMaintenance {
  readonly window: WindowOccurrence
  readonly outcome: (typeof MAINTENANCE_OUTCOMES)[number]
  /** What the forecast has for the window; null: nothing that changes anything. */
  readonly step: ForecastStep | null
  /** Empty where there is no maintenance. */
  readonly tasks: readonly MaintenancePart[]
  readonly checks: readonly MaintenanceCondition[]
  /** The last maintenance on record failed in the very words in which this one will; null: it did not. */
  readonly asLast: Instant | null
  /** Null: no node is replaced or updated. */
  readonly worstCase: MaintenanceWorstCase | null
  /** The outcome if the updates in place that are pending are finished before; null: none is pending, or it is not refused. */
  readonly onceFinished: NextMaintenance['outcome'] | null
}

/** How long its work on nodes takes at most: pools are rolled at the same time. */
export interface MaintenanceWorstCase {
  /** The time for all pools; null: it takes until a person has selected the nodes. */
  readonly milliseconds: number | null
  /** The length of the window. */
  readonly window: number
  readonly pools: readonly { readonly pool: string; readonly milliseconds: number | null; readonly figure: string }[]
}

/**
 * What the next maintenance does as from `at`, and why it would not. While a window is open it is the one of that window, as it
 * may still begin.
 * @param steps those of the shoot from `at` on, with what is due by itself, where they are known already
 */
export function nextMaintenance(
  shoot: Shoot,
  profile: MemoizedProfile | undefined,
  at: Instant,
  steps?: readonly ForecastStep[],
): NextMaintenance {
  const window = nextWindow(windowOf(shoot), at)
  const [first] =
    steps ??
    (profile === undefined
      ? []
      : forecast(shoot, profile, { from: at, to: window.latestStart + SECOND, rotations: true }).steps)
  const step = first?.window.begin === window.begin ? first : null
  const outcome = outcomeOf(shoot, profile, step)
  const isMaintained = outcome !== 'never' && outcome !== 'unknown'
  return {
    window,
    outcome,
    step,
    tasks: isMaintained ? tasksOf(shoot, step) : [],
    checks: [...checksOf(shoot, profile !== undefined, step)],
    asLast: asLast(shoot, step, at),
    worstCase: step === null ? null : worstCaseOf(shoot, step, window),
    onceFinished:
      outcome === 'refused' && pendingPools(shoot).length > 0
        ? nextMaintenance({ ...shoot, pendingWorkerUpdates: [] }, profile, at).outcome
        : null,
  }
}

function outcomeOf(
  { deletionTimestamp }: Shoot,
  profile: MemoizedProfile | undefined,
  step: ForecastStep | null,
): NextMaintenance['outcome'] {
  if (deletionTimestamp !== undefined) return 'never'
  if (profile === undefined) return 'unknown'
  if (step === null) return 'nothing-due'
  if (step.denied) return 'refused'
  return step.kind === 'fails' ? 'fails' : 'changes'
}

function asLast({ lastMaintenance }: Shoot, step: ForecastStep | null, at: Instant): Instant | null {
  const { state, failureReason, triggeredTime } = lastMaintenance ?? {}
  if (state !== 'Failed' || triggeredTime === undefined || triggeredTime > at) return null
  return failureReason !== undefined && failureReason === step?.failureReason ? triggeredTime : null
}

function worstCaseOf(shoot: Shoot, step: ForecastStep, window: WindowOccurrence): MaintenanceWorstCase | null {
  const pools = step.effects.filter(touchesNodes).flatMap(({ pool }) => {
    const worker = shoot.workers.find(({ name }) => name === pool)
    if (worker === undefined) return []
    const { worstCase } = rolloutOf(worker, worker.maximum)
    const milliseconds = worstCase.kind === 'bounded' ? worstCase.milliseconds : null
    return [{ pool, milliseconds, figure: worstCase.figure }]
  })
  if (pools.length === 0) return null
  const bounded = pools.flatMap(({ milliseconds }) => milliseconds ?? [])
  const milliseconds = bounded.length < pools.length ? null : Math.max(...bounded)
  return { milliseconds, window: window.end - window.begin, pools }
}

/** Something that decides whether a maintenance takes place, and what of it. */
export type MaintenanceCondition =
  | { readonly code: 'profile'; readonly profile: string; readonly isKnown: boolean }
  | { readonly code: 'deletion'; readonly since: Instant | null }
  /** Null: it has none. */
  | {
      readonly code: 'window'
      readonly window: MaintenanceTimeWindow | null
      readonly trouble: ReturnType<typeof windowTrouble>
    }
  /** `asked`: what the annotation asks maintenance for; `isMarked`: for a retry. */
  | {
      readonly code: 'last-operation'
      readonly operation: LastOperation | null
      readonly asked: readonly string[]
      readonly isMarked: boolean
    }
  /** `gardener.cloud/operation=maintain`. */
  | { readonly code: 'asked-at-once' }
  /** A pool that is updated in place and has not finished. `isRefused`: this maintenance, because of it. */
  | {
      readonly code: 'pending'
      readonly pool: string
      /** A person selects its nodes; else Gardener is at it. */
      readonly isByHand: boolean
      readonly isRefused: boolean
    }
  | { readonly code: 'none-pending'; readonly pools: readonly string[] }
  /** What else the API server refuses it for. */
  | { readonly code: 'refused'; readonly refusal: UpdateRefusal }
  | { readonly code: 'accepted' }
  | { readonly code: 'no-target'; readonly change: ComponentChange }
  /** What gardenlet reports of the cluster. */
  | { readonly code: 'reported'; readonly reported: ConstraintBeforeUpdate }
  | { readonly code: 'only-after'; readonly onlyAfter: OnlyAfter }
  | { readonly code: 'nothing-due' }
  | { readonly code: 'without-influence' }

/** Everything that is looked at, whether it stands in the way or not. */
function* checksOf(shoot: Shoot, isProfileKnown: boolean, step: ForecastStep | null): Conditions {
  const { window, annotations, lastOperation, deletionTimestamp } = shoot
  yield { code: 'profile', profile: shoot.profile.name, isKnown: isProfileKnown }
  yield { code: 'deletion', since: deletionTimestamp ?? null }
  yield { code: 'window', window: window ?? null, trouble: windowTrouble(window) }
  yield {
    code: 'last-operation',
    operation: lastOperation ?? null,
    asked: operationsIn(annotations[MAINTENANCE_OPERATION]),
    isMarked: isTrue(annotations[NEEDS_RETRY]),
  }
  if (deletionTimestamp === undefined && isProfileKnown) {
    if (operationsIn(annotations[OPERATION]).includes('maintain')) yield { code: 'asked-at-once' }
    yield* ofPools(shoot, step)
    yield* ofUpdate(shoot, step)
  }
  yield { code: 'without-influence' }
}

type Conditions = Generator<MaintenanceCondition, undefined>

function* ofPools(shoot: Shoot, step: ForecastStep | null): Conditions {
  const pools = pendingPools(shoot)
  const inPlace = shoot.workers.filter(isInPlace).map(({ name }) => name)
  if (pools.length === 0 && inPlace.length > 0) yield { code: 'none-pending', pools: inPlace }
  for (const worker of pools) {
    const position = shoot.workers.indexOf(worker)
    const isRefused = step?.refused.some(({ rule, subject }) => rule === PENDING && subject.pool === position) === true
    yield { code: 'pending', pool: worker.name, isByHand: isByHand(worker), isRefused }
  }
}

const PENDING = 'pool-pending-in-place'

function* ofUpdate(shoot: Shoot, step: ForecastStep | null): Conditions {
  if (step === null) {
    yield { code: 'nothing-due' }
    return
  }
  for (const refusal of step.refused) if (refusal.rule !== PENDING) yield { code: 'refused', refusal }
  if (!step.denied) yield { code: 'accepted' }
  if (step.onlyAfter !== null) yield { code: 'only-after', onlyAfter: step.onlyAfter }
  for (const change of step.changes) if (change.kind === 'failure') yield { code: 'no-target', change }
  for (const reported of constraintsBeforeUpdate(shoot, [step])) yield { code: 'reported', reported }
}

/** Whether it stands in the way. */
export function conditionVerdict(check: MaintenanceCondition): (typeof CHECK_VERDICTS)[number] {
  switch (check.code) {
    case 'profile':
      return check.isKnown ? 'holds' : 'fails'
    case 'deletion':
      return check.since === null ? 'holds' : 'fails'
    case 'window':
      return check.window === null || check.trouble !== null ? 'beware' : 'holds'
    case 'last-operation':
      return check.operation === null || check.operation.state === 'Failed' ? 'beware' : 'holds'
    case 'asked-at-once':
    case 'only-after':
      return 'beware'
    case 'reported':
      return endangersNodes(check.reported) ? 'beware' : 'no-matter'
    case 'pending':
      return check.isRefused ? 'fails' : 'beware'
    case 'refused':
    case 'no-target':
      return 'fails'
    case 'none-pending':
    case 'accepted':
      return 'holds'
    case 'nothing-due':
    case 'without-influence':
      return 'no-matter'
  }
}
