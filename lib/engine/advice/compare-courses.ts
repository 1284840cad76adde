import { forecast, type MemoizedProfile, updatesIn } from '@/lib/engine/course'
import { rollOutMoment } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot, WindowOccurrence } from '@/lib/engine/types'

export interface ForecastCourse {
  readonly steps: readonly ForecastStep[]
  /** The number of nights in which maintenance fails. */
  readonly nights: number
  /** Nights in which something is forced. */
  readonly forced: number
  /** How much is forced in them: control plane and pools apart. */
  readonly updates: number
  /** When the first of all these nights has its maintenance; infinity: there is none. */
  readonly first: Instant
}

export function forecastCourse(shoot: Shoot, profile: MemoizedProfile, from: Instant, to: Instant): ForecastCourse {
  return courseOfSteps(forecast(shoot, profile, { from, to }).steps)
}

export function courseOfSteps(steps: readonly ForecastStep[]): ForecastCourse {
  const failing = steps.filter(({ kind }) => kind === 'fails')
  const forced = steps.map(forcedIn).filter((count) => count > 0)
  return {
    steps,
    nights: failing.reduce((sum, { repeats }) => sum + repeats + 1, 0),
    forced: forced.length,
    updates: forced.reduce((sum, count) => sum + count, 0),
    first: steps.find(isTrouble)?.at ?? Number.POSITIVE_INFINITY,
  }
}

/** Whether something comes that the owner did not choose. */
export function isTrouble(step: ForecastStep): boolean {
  return step.kind === 'fails' || forcedIn(step) > 0
}

function forcedIn(step: ForecastStep): number {
  return updatesIn(step).filter(({ why }) => why !== 'auto').length
}

/**
 * Negative: the first is the better one. Fewer nights that fail, then fewer in which something is forced, then a later first
 * one, then fewer updates that are forced.
 */
export function compareCourses(a: ForecastCourse, b: ForecastCourse): number {
  if (a.nights !== b.nights) return a.nights - b.nights
  if (a.forced !== b.forced) return a.forced - b.forced
  if (a.first !== b.first) return a.first > b.first ? -1 : 1
  return a.updates - b.updates
}

/** Whether it pays to go the one instead of the other: nothing may come earlier in exchange for something later. */
export function isBetter(a: ForecastCourse, b: ForecastCourse): boolean {
  return compareCourses(a, b) < 0 && (a.nights < b.nights || a.first >= b.first)
}

type WindowStart = Pick<WindowOccurrence, 'begin' | 'latestStart'>

/** The window that is so much later. */
export function laterWindow({ begin, latestStart }: WindowStart, by: number): WindowStart {
  return { begin: begin + by, latestStart: latestStart + by }
}

/** What one course brings and another spares. */
export interface SparedTrouble {
  readonly step: ForecastStep
  /** The first of its windows in which that is so. */
  readonly window: WindowStart
  /** Whether it fails then; else something is forced. */
  readonly fails: boolean
}

/** What one course brings first, of what is spared on the other; undefined: nothing. Both have the same windows. */
export function firstSpared(before: ForecastCourse, after: ForecastCourse): SparedTrouble | undefined {
  const left = after.steps.flatMap((step) => troublesIn(step).map((trouble) => ({ trouble, step })))
  for (const step of before.steps) {
    const found = troublesIn(step).flatMap((trouble) => {
      let { at } = step
      const isLeft = (one: (typeof left)[number]) =>
        covers(one.trouble, trouble) && one.step.at <= at && at <= one.step.lastAt
      for (let same = left.find(isLeft); same !== undefined; same = left.find(isLeft)) at = same.step.lastAt + DAY
      return at <= step.lastAt ? [{ trouble, at }] : []
    })
    const first = Math.min(...found.map(({ at }) => at))
    if (found.length > 0) {
      const fails = found.some(({ trouble, at }) => at === first && !trouble.startsWith('forced'))
      return { step, window: laterWindow(step.window, first - step.at), fails }
    }
  }
  return undefined
}

/** A maintenance that is refused fails whatever else it would have failed for. */
function covers(one: string, other: string): boolean {
  return one === other || (one === 'refused' && !other.startsWith('forced'))
}

function troublesIn({ denied, kind, changes }: ForecastStep): string[] {
  if (denied) return ['refused']
  const troubles = changes.flatMap((change) => {
    const { component, pool, from } = change
    if (change.kind === 'failure') return [`fails ${component} ${pool} ${from}`]
    return change.why === 'auto' ? [] : [`forced ${component} ${pool} ${from} ${change.to}`]
  })
  return troubles.length === 0 && kind === 'fails' ? ['error'] : troubles
}

/** What is better on another course, counted in nights within 12 months. */
export type CourseOutcome =
  | { readonly kind: 'fewer-fail' | 'fewer-forced'; readonly before: number; readonly after: number }
  | { readonly kind: 'nothing-forced' | 'as-many-forced' }
  | { readonly kind: 'nothing-forced-until'; readonly begins: Instant }

export function compareOutcome(now: ForecastCourse, then: ForecastCourse): CourseOutcome {
  if (then.nights < now.nights) return { kind: 'fewer-fail', before: now.nights, after: then.nights }
  const next = then.steps.find(({ at }) => at === then.first)
  if (next === undefined) return { kind: 'nothing-forced' }
  if (then.nights === 0 && then.first > now.first) return { kind: 'nothing-forced-until', begins: next.window.begin }
  if (then.forced === now.forced) return { kind: 'as-many-forced' }
  return { kind: 'fewer-forced', before: now.forced, after: then.forced }
}

/** When what is changed is to be rolled out, so that it helps. */
export type RemedyTiming =
  | { readonly kind: 'any-time'; readonly until: TimeLimit }
  /** The window is open, and its maintenance begins by then. */
  | { readonly kind: 'at-once'; readonly until: Instant }
  /** Roll-outs are confined, and there is a window before the one that begins then. */
  | { readonly kind: 'earlier-window'; readonly than: Instant }
  /** They are, and the next window is the one; null: it is open. */
  | { readonly kind: 'next-window'; readonly begins: Instant | null }

/** A limit less than two days ahead is told to the minute: a day that has begun is none. */
export interface TimeLimit {
  readonly at: Instant
  readonly isNear: boolean
}

export function limitOf(limit: Instant, at: Instant): TimeLimit {
  return { at: limit, isNear: limit - at < 2 * DAY }
}

/** The window that the change is to be earlier than; `expiry`: of what is changed to. */
export function timingOf(
  shoot: Shoot,
  at: Instant,
  { begin, latestStart }: WindowStart,
  expiry: Instant | null,
): RemedyTiming {
  const moment = rollOutMoment(shoot, at)
  if (moment.kind === 'next-window') {
    const next = moment.window.begin
    if (next < begin) return { kind: 'earlier-window', than: begin }
    return { kind: 'next-window', begins: next <= at ? null : next }
  }
  if (begin <= at) return { kind: 'at-once', until: latestStart }
  return { kind: 'any-time', until: limitOf(Math.min(begin, expiry ?? begin), at) }
}
