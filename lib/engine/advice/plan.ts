import { admitShoot } from '@/lib/engine/api-server'
import { shootJson } from '@/lib/engine/manifest'
import { isMoving } from '@/lib/engine/rules'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { type Course, compareCourses, courseOf, firstSpared, isBetter } from './course'
import { dayOf, type KnownProspect, type Remedy } from './remedy'
import type { Timing } from './timing'

/** Something that the owner could do, whether it helps or not. */
export interface Plan {
  readonly kind: 'do' | 'helps'
  readonly title: string
  readonly text: (tried: Tried) => string
  /** The shoot once it is done. */
  readonly after: Shoot
  readonly patch: string | null
  readonly patchType: Remedy['patchType']
  /** When the version that it goes to expires; null: no date is set, or it goes to none. */
  readonly expiry: Instant | null
  /** Which of those that come to the same is to be preferred: the lowest. */
  readonly rank: number
}

/** What becomes of the shoot if the plan is followed now. */
export interface Tried extends Timing {
  readonly plan: Plan
  readonly course: Course
}

/** The plan with its forecast; null if the API server would not take it. */
export function tryOut({ shoot, profile, at, until, course }: KnownProspect, plan: Plan): Tried | null {
  if (plan.patch !== null && !isAdmitted(shoot, plan.after, profile.source, at)) return null
  const after = courseOf(plan.after, profile, at, until)
  const spared = firstSpared(course, after)
  return spared === undefined ? null : { plan, course: after, shoot, at, spared, expiry: plan.expiry }
}

/** Whether a user may change the shoot like this, as far as the engine knows it. */
export function isAdmitted(before: Shoot, after: Shoot, profile: CloudProfile, now: Instant): boolean {
  if (before.lastOperation !== undefined && isMoving(before.lastOperation)) return false
  return admitShoot({ before: shootJson(before), after: shootJson(after), profile, now }).allowed
}

/** The best of several ways to do one thing, though it may not help; null: none is taken. */
export function bestOf(prospect: KnownProspect, plans: readonly Plan[]): Tried | null {
  const tried = plans.flatMap((plan) => tryOut(prospect, plan) ?? [])
  return tried.sort(compareTried)[0] ?? null
}

/** The one that helps most first. */
export function compareTried(a: Tried, b: Tried): number {
  return compareCourses(a.course, b.course) || a.plan.rank - b.plan.rank
}

export function helps({ course }: KnownProspect, tried: Tried | null): tried is Tried {
  return tried !== null && isBetter(tried.course, course)
}

export function remedyOf(prospect: KnownProspect, tried: Tried): Remedy {
  const { kind, title, text, patch, patchType } = tried.plan
  return { kind, title, text: `${text(tried)} ${outcomeText(prospect, tried)}`.trim(), patch, patchType }
}

/** What is better then. */
function outcomeText({ course: now, shoot }: KnownProspect, { course: then }: Tried): string {
  if (then.nights < now.nights) {
    const otherwise = now.nights >= 365 ? 'every night does' : `${nightsText(now.nights)} within a year`
    const left = then.nights === 0 ? 'No night fails then' : `Then ${nightsText(then.nights)} within a year fail`
    return `${left}, otherwise ${otherwise}.`
  }
  const next = then.steps.find(({ at }) => at === then.first)
  if (next === undefined) return 'Nothing is forced then, as far as dates are set.'
  if (then.nights === 0 && then.first > now.first)
    return `Then nothing is forced until ${dayOf(next.window.begin, shoot)}.`
  if (then.forced === now.forced) return ''
  return then.forced === 0
    ? `Then no update is forced, otherwise in ${nightsText(now.forced)} within a year.`
    : `Then an update is forced in ${nightsText(then.forced)} within a year, otherwise in ${now.forced}.`
}

function nightsText(nights: number): string {
  return nights === 1 ? '1 night' : `${nights} nights`
}
