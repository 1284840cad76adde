import { admitShoot } from '@/lib/engine/api-server'
import { shootJson } from '@/lib/engine/api-server/manifest'
import { forecast, type MemoizedProfile, shootAtWindow } from '@/lib/engine/course'
import type { ShootEdit } from '@/lib/engine/edits/shoot'
import { isDeepEqual } from '@/lib/engine/json'
import { isMoving } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ForecastStep, Instant, Shoot, WindowOccurrence, Worker } from '@/lib/engine/types'
import {
  compareCourses,
  compareOutcome,
  courseOfSteps,
  type ForecastCourse,
  firstSpared,
  forecastCourse,
  isBetter,
  isTrouble,
  laterWindow,
  type SparedTrouble,
  timingOf,
} from './compare-courses'
import type { KnownProspect, OwnerRemedy, RemedyAction, RemedyPatch } from './remedy'

/** Something that the owner could do, whether it helps or not. */
export interface RemedyPlan extends RemedyPatch {
  readonly action: RemedyAction
  /** The shoot once it is done. */
  readonly after: Shoot
  /** When the version that it goes to expires; null: no date is set, absent: it goes to none. */
  readonly expiry?: Instant | null
  /** The profile that counts once it is done; absent: the same. */
  readonly profile?: MemoizedProfile
  /** The step that it has to be done before; absent: the one that it spares. */
  readonly deadline?: Pick<ForecastStep, 'window'>
  /** The rank among trials with the same result: the lowest is preferred. */
  readonly rank: number
}

/** What updates by itself, by the flag that switches it. */
export const AUTO_UPDATE_FLAGS = [
  { flag: 'kubernetesVersion', components: ['controlPlane', 'poolKubernetes'] },
  { flag: 'machineImageVersion', components: ['poolImage'] },
] as const

/** Switches one of them on or off. */
export function switched(
  shoot: Shoot,
  flag: keyof Shoot['autoUpdate'],
  isOn: boolean,
): Pick<RemedyPlan, 'after' | 'patch' | 'patchType'> {
  return {
    after: { ...shoot, autoUpdate: { ...shoot.autoUpdate, [flag]: isOn } },
    patch: JSON.stringify({ spec: { maintenance: { autoUpdate: { [flag]: isOn } } } }),
    patchType: 'merge',
  }
}

/** What becomes of the shoot if the plan is followed now. */
export interface RemedyTrial {
  readonly plan: RemedyPlan
  readonly course: ForecastCourse
  /** The step of the forecast that the change is to be earlier than, and its window. */
  readonly spared: Pick<SparedTrouble, 'step' | 'window'>
}

/** The plan with its forecast; null if the API server would not take it. */
export function tryOut({ shoot, profile, at, until, course }: KnownProspect, plan: RemedyPlan): RemedyTrial | null {
  const then = plan.profile ?? profile
  if (plan.patch !== null && !isAdmitted(shoot, plan.after, then.source, at)) return null
  const after = forecastCourse(plan.after, then, at, until)
  const spared =
    firstSpared(course, after) ?? course.steps.filter(isTrouble).map((step) => ({ step, window: step.window }))[0]
  return spared === undefined ? null : { plan, course: after, spared }
}

/** Whether a user may change the shoot like this, as far as the engine knows it. */
export function isAdmitted(before: Shoot, after: Shoot, profile: CloudProfile, now: Instant): boolean {
  if (before.lastOperation !== undefined && isMoving(before.lastOperation)) return false
  return admitShoot({ before: shootJson(before), after: shootJson(after), profile, now }).allowed
}

/** The best of several ways to do one thing, though it may not help; null: none is taken. */
export function bestOf(prospect: KnownProspect, plans: readonly RemedyPlan[]): RemedyTrial | null {
  const tried = plans.flatMap((plan) => tryOut(prospect, plan) ?? [])
  return tried.sort(compareTried)[0] ?? null
}

/** The one that helps most first. */
export function compareTried(a: RemedyTrial, b: RemedyTrial): number {
  return compareCourses(a.course, b.course) || a.plan.rank - b.plan.rank
}

export function helps({ course }: KnownProspect, tried: RemedyTrial | null): tried is RemedyTrial {
  return tried !== null && isBetter(tried.course, course)
}

export function remedyOfTrial(prospect: KnownProspect, tried: RemedyTrial): OwnerRemedy {
  const { shoot, at, course: now } = prospect
  const { plan, course, spared } = tried
  const { action, after, patch, patchType, expiry = null } = plan
  const isAutoOn = action.code === 'auto-kubernetes' || action.code === 'auto-images'
  // Whether Gardener updates by itself is not rolled out: it counts as soon as it is stored.
  const rolled = isAutoOn || action.code === 'auto-off' ? { ...shoot, confineSpecUpdateRollout: false } : shoot
  // Some take out fields that no edit knows.
  const takesOut = action.code === 'update-kubernetes' && action.gone.length > 0
  return {
    ...action,
    patch,
    patchType,
    edits: patch === null || takesOut ? [] : shootEditsBetween(shoot, after),
    timing: timingOf(rolled, at, windowTooLateFor(prospect, tried), expiry),
    outcome: compareOutcome(now, course),
    // In a maintenance that it sleeps through no nodes are there to be the same.
    isForeseen:
      spared.step.asleep === null &&
      spared.step.changes.some(
        (one) => one.component === 'controlPlane' && one.kind === 'update' && one.to === after.kubernetesVersion,
      ),
  }
}

/**
 * The window before which the plan is to be followed, so that it helps as much as now: that of the step that it spares, or one before,
 * where a maintenance in between is to act on the plan, or makes of the shoot what the plan does not help.
 */
function windowTooLateFor(
  prospect: KnownProspect,
  tried: RemedyTrial,
): Pick<WindowOccurrence, 'begin' | 'latestStart'> {
  const { deadline = tried.spared, expiry } = tried.plan
  const sooner = (days: number) => laterWindow(deadline.window, -days * DAY)
  const most = Math.max(0, Math.ceil((deadline.window.latestStart - prospect.at) / DAY) - 1)
  const helps = (days: number) => {
    const window = sooner(days)
    return days >= most || helpsAsMuch(prospect, tried, Math.min(window.begin, expiry ?? window.begin))
  }
  let [tooLate, inTime] = [-1, 0]
  while (!helps(inTime)) [tooLate, inTime] = [inTime, 2 * inTime + 1]
  inTime = Math.min(inTime, most)
  while (inTime - tooLate > 1) {
    const middle = Math.floor((tooLate + inTime) / 2)
    if (helps(middle)) inTime = middle
    else tooLate = middle
  }
  return sooner(inTime)
}

/** Whether a plan that is followed only at a later time leads to nothing worse than now. */
function helpsAsMuch({ shoot, profile, at, until, course: now }: KnownProspect, tried: RemedyTrial, time: Instant) {
  const { plan, course } = tried
  const isEarlier = (step: ForecastStep) => step.at < time
  // What neither touches until then is the same then.
  if (time <= at || ![now, course].some(({ steps }) => steps.some(isEarlier))) return true
  const then = plan.profile ?? profile
  const { shoot: later } = shootAtWindow(shoot, profile, at, time)
  const after = alsoChanged(later, shoot, plan.after)
  if (plan.patch !== null && !isAdmitted(later, after, then.source, time)) return false
  const earlier = now.steps.filter(isEarlier).map((step) => {
    return { ...step, repeats: Math.min(step.repeats, Math.ceil((time - step.at) / DAY) - 1) }
  })
  const { steps } = forecast(after, then, { from: time, to: until })
  return compareCourses(courseOfSteps([...earlier, ...steps]), course) <= 0
}

/** The shoot of a later time with what a plan changes of it now. */
function alsoChanged(later: Shoot, before: Shoot, after: Shoot): Shoot {
  const workers = later.workers.map((worker, i) => withChanges(worker, before.workers[i], after.workers[i]))
  return { ...withChanges(later, before, after), workers }
}

function withChanges<T extends object>(later: T, before: T | undefined, after: T | undefined): T {
  const names = Object.keys({ ...before, ...after }) as (keyof T)[]
  const changed = names.filter((name) => after?.[name] !== before?.[name])
  return { ...later, ...Object.fromEntries(changed.map((name) => [name, after?.[name]])) }
}

/** What a plan changes: the profile, versions, images, and whether Gardener updates by itself. */
export function shootEditsBetween(before: Shoot, after: Shoot): ShootEdit[] {
  const unless = (was: unknown, edit: ShootEdit): readonly ShootEdit[] => (isDeepEqual(was, edit.value) ? [] : [edit])
  const profileOf = ({ profile: { kind, name } }: Shoot) => ({ kind, name })
  const imageOf = ({ name, version }: NonNullable<Worker['image']>) => ({ name, version })
  const pools = after.workers.flatMap(({ name: pool, kubernetesVersion: own, image }, i) => {
    const was = before.workers[i]
    return [
      ...(own === undefined ? [] : unless(was?.kubernetesVersion, { pool, field: 'kubernetes.version', value: own })),
      ...(image === undefined
        ? []
        : unless(was?.image && imageOf(was.image), { pool, field: 'machine.image', value: imageOf(image) })),
    ]
  })
  return [
    ...unless(profileOf(before), { field: 'spec.cloudProfile', value: profileOf(after) }),
    ...unless(before.kubernetesVersion, { field: 'spec.kubernetes.version', value: after.kubernetesVersion }),
    ...pools,
    ...AUTO_UPDATE_FLAGS.flatMap(({ flag }) =>
      unless(before.autoUpdate[flag], {
        field: `spec.maintenance.autoUpdate.${flag}`,
        value: after.autoUpdate[flag],
      }),
    ),
  ]
}
