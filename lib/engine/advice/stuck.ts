import { failsIn, soSince } from '@/lib/engine/explain/obstacles'
import type { Change, ForecastStep, Worker } from '@/lib/engine/types'
import type { Course } from './compare-courses'
import type { Pools } from './pools'
import type { HeldBack, ImageVersion, KnownProspect } from './remedy'

/** Whether the image of one of the pools has no way on at some time, or is what the API server refuses a maintenance for. */
export function isHeldBack(course: Pick<Course, 'steps'>, pools: Pools): boolean {
  return course.steps.some((step) => holdsBack(step, pools))
}

/** The image and version that the pools are then on. */
export function stuckOn({ steps }: Pick<Course, 'steps'>, pools: Pools): ImageVersion {
  const step = steps.findLast((one) => holdsBack(one, pools))
  const image = step?.versions.workers[pools[0]?.position ?? 0]?.image ?? pools[0]?.worker.image
  return { image: image?.name ?? '', version: image?.version ?? '' }
}

function holdsBack(step: ForecastStep, pools: Pools): boolean {
  return pools.some(({ position, worker }) => refusesImage(step, position) || failureOf(step, worker) !== undefined)
}

function refusesImage({ refused }: ForecastStep, position: number): boolean {
  return refused.some(({ field }) => isBelow(field, `spec.provider.workers[${position}].machine.image`))
}

function isBelow(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`)
}

function failureOf({ changes }: ForecastStep, worker: Worker): Change | undefined {
  return changes.find((one) => one.component === 'poolImage' && one.pool === worker.name && one.kind === 'failure')
}

/** From when to when the image of the pools holds up maintenance, and how; null: it does not. */
export function heldBackBy({ course, shoot, profile, at }: KnownProspect, pools: Pools): HeldBack | null {
  const refuses = (step: ForecastStep) => pools.some(({ position }) => refusesImage(step, position))
  const isRefused = course.steps.some(refuses)
  const isSo = isRefused
    ? refuses
    : (step: ForecastStep) => pools.some(({ worker }) => failureOf(step, worker) !== undefined)
  const [first, last] = [course.steps.find(isSo), course.steps.findLast(isSo)]
  if (first === undefined || last === undefined) return null
  const began =
    first !== course.steps[0]
      ? null
      : soSince(shoot, profile, at, (run) =>
          isRefused
            ? run.refused.some((error) => pools.some(({ position }) => position === error.subject.pool))
            : pools.some(({ worker }) => failsIn(run, shoot, { component: 'poolImage', pool: worker.name })),
        )
  const failing = pools.flatMap(({ worker }) => failureOf(first, worker) ?? [])[0]
  return {
    isRefused,
    misfit: isRefused || failing?.kind !== 'failure' ? null : failing.misfit,
    begins: typeof began === 'number' ? { at: began, isPast: true } : { at: first.window.begin, isPast: false },
    until: last === course.steps.at(-1) ? null : last.lastAt,
  }
}
