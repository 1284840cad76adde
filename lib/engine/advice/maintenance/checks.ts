import { endangersNodes, type Reported, reportedOf, windowTrouble } from '@/lib/engine/explain/obstacles'
import { pendingUpdates } from '@/lib/engine/impact'
import type { CHECK_VERDICTS } from '@/lib/engine/kinds'
import type { UpdateRefusal } from '@/lib/engine/refusal'
import { isInPlace, isTrue, MAINTENANCE_OPERATION, NEEDS_RETRY, OPERATION, operationsIn } from '@/lib/engine/rules'
import type {
  Change,
  ForecastStep,
  Instant,
  LastOperation,
  MaintenanceTimeWindow,
  OnlyAfter,
  Shoot,
} from '@/lib/engine/types'

/** Something that decides whether a maintenance takes place, and what of it. */
export type Check =
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
      readonly waitsFor: 'gardener' | 'person'
      readonly isRefused: boolean
    }
  | { readonly code: 'none-pending'; readonly pools: readonly string[] }
  /** What else the API server refuses it for. */
  | { readonly code: 'refused'; readonly refusal: UpdateRefusal }
  | { readonly code: 'accepted' }
  | { readonly code: 'no-target'; readonly change: Change }
  /** What gardenlet reports of the cluster. */
  | { readonly code: 'reported'; readonly reported: Reported }
  | { readonly code: 'only-after'; readonly onlyAfter: OnlyAfter }
  | { readonly code: 'nothing-due' }
  | { readonly code: 'without-influence' }

export interface Looked {
  readonly shoot: Shoot
  readonly isProfileKnown: boolean
  /** What the forecast has for the window; null: nothing. */
  readonly step: ForecastStep | null
}

/** Everything that is looked at, whether it stands in the way or not. */
export function checksOf({ shoot, isProfileKnown, step }: Looked): Check[] {
  const { window, annotations, lastOperation, deletionTimestamp } = shoot
  const isMaintained = deletionTimestamp === undefined && isProfileKnown
  return [
    { code: 'profile', profile: shoot.profile.name, isKnown: isProfileKnown },
    { code: 'deletion', since: deletionTimestamp ?? null },
    { code: 'window', window: window ?? null, trouble: windowTrouble(window) },
    {
      code: 'last-operation',
      operation: lastOperation ?? null,
      asked: operationsIn(annotations[MAINTENANCE_OPERATION]),
      isMarked: isTrue(annotations[NEEDS_RETRY]),
    },
    ...(isMaintained && operationsIn(annotations[OPERATION]).includes('maintain')
      ? [{ code: 'asked-at-once' } as const]
      : []),
    ...(isMaintained ? [...ofPools(shoot, step), ...ofUpdate(step), ...ofReports(shoot, step)] : []),
    { code: 'without-influence' },
  ]
}

function ofPools(shoot: Shoot, step: ForecastStep | null): Check[] {
  const { pools } = pendingUpdates(shoot)
  const inPlace = shoot.workers.filter(isInPlace).map(({ name }) => name)
  if (pools.length === 0) return inPlace.length === 0 ? [] : [{ code: 'none-pending', pools: inPlace }]
  return pools.map(({ pool, waitsFor }): Check => {
    const position = shoot.workers.findIndex(({ name }) => name === pool)
    const isRefused = step?.refused.some(({ rule, subject }) => rule === PENDING && subject.pool === position) === true
    return { code: 'pending', pool, waitsFor, isRefused }
  })
}

const PENDING = 'pool-pending-in-place'

function ofUpdate(step: ForecastStep | null): Check[] {
  if (step === null) return [{ code: 'nothing-due' }]
  const others = step.refused.filter(({ rule }) => rule !== PENDING)
  const failed = step.changes.filter(({ kind }) => kind === 'failure')
  return [
    ...others.map((refusal): Check => ({ code: 'refused', refusal })),
    ...(step.denied ? [] : [{ code: 'accepted' } as const]),
    ...(step.onlyAfter === null ? [] : [{ code: 'only-after', onlyAfter: step.onlyAfter } as const]),
    ...failed.map((change): Check => ({ code: 'no-target', change })),
  ]
}

function ofReports(shoot: Shoot, step: ForecastStep | null): Check[] {
  return step === null ? [] : reportedOf(shoot, [step]).map((reported) => ({ code: 'reported', reported }))
}

/** Whether it stands in the way. */
export function verdictOf(check: Check): (typeof CHECK_VERDICTS)[number] {
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
