import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import { rolloutOf } from '@/lib/engine/impact'
import type { MAINTENANCE_OUTCOMES } from '@/lib/engine/kinds'
import { nextWindow, type WindowOccurrence, windowOf } from '@/lib/engine/rules'
import { SECOND } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { type Check, checksOf } from './checks'
import { type Task, tasksOf } from './tasks'

/** The maintenance in the next window of a shoot. */
export interface NextMaintenance {
  readonly window: WindowOccurrence
  readonly outcome: (typeof MAINTENANCE_OUTCOMES)[number]
  /** What the forecast has for the window; null: nothing that changes anything. */
  readonly step: ForecastStep | null
  /** Empty where there is no maintenance. */
  readonly tasks: readonly Task[]
  readonly checks: readonly Check[]
  /** The last maintenance on record failed in the very words in which this one will; null: it did not. */
  readonly asLast: Instant | null
  /** Null: no node is replaced or updated. */
  readonly worstCase: WorstCase | null
}

/** How long its work on nodes takes at most: pools are rolled at the same time. */
export interface WorstCase {
  /** Of all of them; null: as long as it takes until a person selects the nodes. */
  readonly milliseconds: number | null
  /** From the begin of the window to its end. */
  readonly window: number
  readonly pools: readonly { readonly pool: string; readonly milliseconds: number | null; readonly figure: string }[]
}

/**
 * What the next maintenance does as from `at`, and why it would not. While a window is open it is the one of that window, as it
 * may still begin.
 */
export function nextMaintenance(shoot: Shoot, profile: MemoizedProfile | undefined, at: Instant): NextMaintenance {
  const window = nextWindow(windowOf(shoot), at)
  const step = profile === undefined ? null : stepIn(shoot, profile, at, window)
  const outcome = outcomeOf(shoot, profile, step)
  const isMaintained = outcome !== 'never' && outcome !== 'unknown'
  return {
    window,
    outcome,
    step,
    tasks: isMaintained ? tasksOf(shoot, step) : [],
    checks: checksOf({ shoot, isProfileKnown: profile !== undefined, step }),
    asLast: asLast(shoot, step, at),
    worstCase: step === null ? null : worstCaseOf(shoot, step, window),
  }
}

function stepIn(shoot: Shoot, profile: MemoizedProfile, at: Instant, window: WindowOccurrence): ForecastStep | null {
  const [step] = forecast(shoot, profile, { from: at, to: window.latestStart + SECOND, rotations: true }).steps
  return step?.window.begin === window.begin ? step : null
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

function worstCaseOf(shoot: Shoot, step: ForecastStep, window: WindowOccurrence): WorstCase | null {
  const touched = step.effects.filter(({ effect }) => effect === 'rolling' || effect === 'inPlace')
  const pools = touched.flatMap(({ pool }) => {
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
