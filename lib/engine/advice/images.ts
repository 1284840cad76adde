import { type UpdateChange, updatesIn } from '@/lib/engine/course'
import { failsIn, pastWindowsOf } from '@/lib/engine/explain/obstacles'
import {
  type CompiledImage,
  type CompiledProfile,
  compareVersions,
  fittingVersions,
  isInPlace,
  parseVersion,
} from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ComponentChange, ForecastStep, Worker } from '@/lib/engine/types'
import { compareCourses, type ForecastCourse, isTrouble, limitOf } from './compare-courses'
import { type HeldBack, type ImageTarget, type KnownProspect, NOTHING_TO_APPLY, type RemedyHint } from './remedy'
import { bestOf, compareTried, helps, type RemedyPlan, type RemedyTrial, switched, tryOut } from './remedy-trial'
import {
  bestOffered,
  type ChoosableVersion,
  groupedPools,
  imageEffect,
  namesOfPools,
  offeredIn,
  type PositionedPools,
  poolPatch,
  withPools,
} from './updates'

/**
 * For the images of pools what helps most: a version of the same image, for pools that have the same one together where that
 * does, or else another image where the own one has no way on.
 */
export function imageUpdates(prospect: KnownProspect): RemedyTrial[] {
  const together = groupedPools(prospect.shoot, (worker) =>
    worker.image === undefined ? null : `${worker.image.name} ${worker.image.version} ${isInPlace(worker)}`,
  )
  const found = together.flatMap((pools) => {
    const best = bestOf(prospect, versionPlans(prospect, pools))
    const fewer = blockingAlone(prospect, pools)
    if (helps(prospect, best) && !isHeldBack(best.course, pools)) {
      return [fewer !== null && compareCourses(fewer.course, best.course) <= 0 ? fewer : best]
    }
    if (fewer !== null) return [fewer]
    return alike(prospect, pools).flatMap((some) => waysOn(prospect, some))
  })
  const helping = found.filter((one) => helps(prospect, one))
  return [...helping, ...allAtOnce(prospect, found, helping)]
}

/** The trial of pools with the same image, with only those that hold maintenance up, if that is enough and not all of them do. */
function blockingAlone(prospect: KnownProspect, pools: PositionedPools): RemedyTrial | null {
  const blocking = pools.filter((pool) => isHeldBack(prospect.course, [pool]))
  if (blocking.length === 0 || blocking.length === pools.length) return null
  const best = bestOf(prospect, versionPlans(prospect, blocking))
  return helps(prospect, best) && !isHeldBack(best.course, pools) ? best : null
}

/** Pools of a group for which the same versions fit. */
function alike({ shoot }: KnownProspect, pools: PositionedPools): PositionedPools[] {
  const chosen = new Set(pools.map(({ position }) => position))
  const groups = groupedPools(shoot, ({ architecture, cri, machineType, kubernetesVersion, image, updateStrategy }) =>
    JSON.stringify([architecture, cri, machineType, kubernetesVersion, image, updateStrategy]),
  )
  return groups.filter((group) => group.every(({ position }) => chosen.has(position)))
}

/** Trials of another image if the own one leads nowhere, and of versions of the own one. Whether they help is found out by trying. */
function waysOn(prospect: KnownProspect, pools: PositionedPools): RemedyTrial[] {
  const best = bestOf(prospect, versionPlans(prospect, pools))
  const isEnough = best !== null && !isHeldBack(best.course, pools)
  const other = isEnough || !isHeldBack(prospect.course, pools) ? null : otherImage(prospect, pools)
  return [other, best].flatMap((tried) => tried ?? [])
}

/** What all of the pools may be updated to now. */
function versionsFor({ shoot, profile, at }: KnownProspect, pools: PositionedPools): ChoosableVersion[] {
  const image = profile.imageByName.get(pools[0]?.worker.image?.name ?? '')
  const current = parseVersion(pools[0]?.worker.image?.version ?? '')
  if (image === undefined || current === null) return []
  const workers = pools.map(({ worker }) => worker)
  const fitting = fittingAll(workers, image, shoot.kubernetesVersion, profile)
  return offeredIn(image.table, at, fitting).filter(({ version }) => compareVersions(version, current) > 0)
}

/** The versions of an image that fit each of some pools. */
function fittingAll(
  workers: readonly Worker[],
  image: CompiledImage,
  controlPlane: string,
  profile: CompiledProfile,
): number[] {
  const fitting = workers.map((worker) => {
    const kubelet = parseVersion(worker.kubernetesVersion ?? controlPlane)
    if (kubelet === null) return []
    const machineType = profile.machineTypes.get(worker.machineType)
    return fittingVersions(image, { worker, machineType, kubelet, current: worker.image?.version ?? '' }, profile)
  })
  return fitting.reduce((all, some) => all.filter((index) => some.includes(index)))
}

function versionPlans(prospect: KnownProspect, pools: PositionedPools): RemedyPlan[] {
  const { shoot, course } = prospect
  const names = new Set(pools.map(({ worker }) => worker.name))
  const foreseen = course.steps.flatMap(({ changes }) =>
    changes.flatMap((change) =>
      change.component === 'poolImage' && change.kind === 'update' && names.has(change.pool ?? '') ? [change.to] : [],
    ),
  )
  const highestFirst = versionsFor(prospect, pools).toReversed()
  return highestFirst.map(({ version: { text: to }, stage, expiry }, i): RemedyPlan => {
    const image = pools[0]?.worker.image?.name ?? ''
    // What maintenance comes to in the end is preferred, then what is supported, then what is highest.
    const order = foreseen.includes(to)
      ? -foreseen.lastIndexOf(to) / 1000
      : (stage === 'supported' ? 0.1 : 0.5) + i / 1000
    return {
      action: { code: 'update-images', pools: namesOfPools(pools), image, version: to, nodes: imageEffect(pools) },
      after: withPools(shoot, pools, (worker) => ({ ...worker, image: { name: image, version: to } })),
      patch: poolPatch(pools, 'machine/image/version', to),
      patchType: 'json',
      expiry,
      rank: 3 + order,
    }
  })
}

/** Another image that leads on, for pools whose own one holds them back; it may be that others still fail. */
export function otherImage(prospect: KnownProspect, pools: PositionedPools): RemedyTrial | null {
  const { shoot } = prospect
  const held = heldBackBy(prospect, pools)
  if (held === null) return null
  const action = {
    code: 'replace-image',
    pools: namesOfPools(pools),
    from: stuckOn(prospect.course, pools),
    held,
  } as const
  const inPlace = pools.some(({ worker }) => isInPlace(worker))
  const plans = choicesFor(prospect, pools).map(({ name, offered }, i): RemedyPlan => {
    const to = { name, version: offered.version.text }
    const isUsed = shoot.workers.some((one) => one.image?.name === name && one.image.version === to.version)
    return {
      action: { ...action, choices: [] },
      after: withPools(shoot, pools, (worker) => ({ ...worker, image: to })),
      // Which image an in-place pool has is fixed: it takes another pool, and no patch does that.
      ...(inPlace ? NOTHING_TO_APPLY : ({ patch: poolPatch(pools, 'machine/image', to), patchType: 'json' } as const)),
      expiry: offered.expiry,
      rank: 3.5 + (isUsed ? 0 : 0.1) + i / 1000,
    }
  })
  const freeing = plans
    .flatMap((plan) => tryOut(prospect, plan) ?? [])
    .filter(({ course }) => !isHeldBack(course, pools))
    .sort(compareTried)
  const [best] = freeing
  if (best === undefined) return null
  const choices = freeing.map(({ plan }) => imageOf(plan, pools))
  return { ...best, plan: { ...best.plan, action: { ...action, choices } } }
}

function imageOf({ after }: RemedyPlan, pools: PositionedPools): ImageTarget {
  const image = after.workers[pools[0]?.position ?? 0]?.image
  return { image: image?.name ?? '', version: image?.version ?? '' }
}

/** For each image the best version that may be chosen now and fits the pools, if it is not the one that they have. */
function choicesFor(
  { shoot, profile, at }: KnownProspect,
  pools: PositionedPools,
): { name: string; offered: ChoosableVersion }[] {
  // A person may choose what an update in place could not reach.
  const workers = pools.map(({ worker }): Worker => ({ ...worker, updateStrategy: 'AutoRollingUpdate' }))
  return profile.images.flatMap((image) => {
    const fitting = fittingAll(workers, image, shoot.kubernetesVersion, profile)
    const { name } = image.source
    const isCurrent = ({ version }: ChoosableVersion) =>
      pools[0]?.worker.image?.name === name && pools[0].worker.image.version === version.text
    const offered = bestOffered(offeredIn(image.table, at, fitting).filter((one) => !isCurrent(one)))
    return offered === undefined ? [] : [{ name, offered }]
  })
}

/** A trial of all images together: if a refusal has several images as its cause, only all of them help. */
function allAtOnce(
  prospect: KnownProspect,
  found: readonly RemedyTrial[],
  helping: readonly RemedyTrial[],
): RemedyTrial[] {
  const { shoot, course } = prospect
  const moving = found.filter(
    ({ plan }, i) => plan.patch !== null && !found.slice(0, i).some((one) => isSamePool(one.plan, plan, shoot)),
  )
  if (moving.length < 2 || helping.some((one) => one.course.nights < course.nights)) return []
  const moved = shoot.workers.map((worker, i) => {
    const after = moving.map(({ plan }) => plan.after.workers[i]).find((one) => one?.image !== worker.image)
    return after ?? worker
  })
  const moves = moved.flatMap(({ name: pool, image }, i) =>
    image === undefined || image === shoot.workers[i]?.image
      ? []
      : [{ pool, image: image.name, version: image.version }],
  )
  const plan: RemedyPlan = {
    action: { code: 'replace-images', moves },
    after: { ...shoot, workers: moved },
    patch: JSON.stringify(moving.flatMap((one) => JSON.parse(one.plan.patch ?? '[]'))),
    patchType: 'json',
    rank: 3.4,
  }
  const tried = tryOut(prospect, plan)
  return helps(prospect, tried) && tried.course.nights < course.nights ? [tried] : []
}

/** Whether both change the same pool. */
function isSamePool(a: RemedyPlan, b: RemedyPlan, { workers }: KnownProspect['shoot']): boolean {
  return workers.some((worker, i) => a.after.workers[i] !== worker && b.after.workers[i] !== worker)
}

/** Turning auto-update of images on, where it is off. */
export function imageAutoPlan({ shoot }: KnownProspect): RemedyPlan | null {
  if (shoot.autoUpdate.machineImageVersion || shoot.workers.length === 0) return null
  return {
    action: { code: 'auto-images' },
    ...switched(shoot, 'machineImageVersion', true),
    rank: 6,
  }
}

/** What auto-update would not do about the first trouble with images. */
export function imageMisconceptions(prospect: KnownProspect, helped: readonly RemedyPlan[]): RemedyHint[] {
  const { course, at } = prospect
  const step = course.steps.find(isTrouble)
  const forced = firstForced(course.steps)
  const plan = imageAutoPlan(prospect)
  if (step === undefined || forced === null || plan === null) return []
  if (step !== forced.step && !step.denied) return []
  if (helped.some(({ action }) => action.code === 'auto-images')) return []
  const tried = tryOut(prospect, plan)
  if (tried === null) return []
  const { begin } = forced.step.window
  const earlier = firstForced(tried.course.steps)
  if (earlier !== null && earlier.step.at < forced.step.at) {
    return [{ code: 'auto-images-worse', ...poolIn(earlier), begins: earlier.step.window.begin, otherwise: begin }]
  }
  const pool = poolIn(forced)
  const isUpdated = (step: ForecastStep) =>
    step.window.begin < begin && updatesIn(step).some((one) => one.component === 'poolImage' && one.pool === pool.pool)
  if (tried.course.steps.some(isUpdated)) return []
  return [{ code: 'auto-images-idle', ...pool, until: begin <= at ? null : limitOf(begin, at) }]
}

/** A forced update of the image of a pool that is not refused. */
interface ForcedStep {
  readonly step: ForecastStep
  readonly change: UpdateChange
}

function firstForced(steps: readonly ForecastStep[]): ForcedStep | null {
  for (const step of steps) {
    const change = updatesIn(step).find(({ component, why }) => component === 'poolImage' && why !== 'auto')
    if (change !== undefined) return { step, change }
  }
  return null
}

/** The pool that is forced, and what it is on. */
function poolIn({ change: { pool, image, from } }: ForcedStep): ImageTarget & { readonly pool: string } {
  return { pool: pool ?? '', image: image ?? '', version: from }
}

/** Whether the image of one of the pools has no way on at some time, or is what the API server refuses a maintenance for. */
export function isHeldBack(course: Pick<ForecastCourse, 'steps'>, pools: PositionedPools): boolean {
  return course.steps.some((step) => holdsBack(step, pools))
}

/** The image and version that the pools are then on. */
export function stuckOn({ steps }: Pick<ForecastCourse, 'steps'>, pools: PositionedPools): ImageTarget {
  const step = steps.findLast((one) => holdsBack(one, pools))
  const image = step?.versions.workers[pools[0]?.position ?? 0]?.image ?? pools[0]?.worker.image
  return { image: image?.name ?? '', version: image?.version ?? '' }
}

function holdsBack(step: ForecastStep, pools: PositionedPools): boolean {
  return pools.some(({ position, worker }) => refusesImage(step, position) || failureOf(step, worker) !== undefined)
}

function refusesImage({ refused }: ForecastStep, position: number): boolean {
  return refused.some(({ field }) => isBelow(field, `spec.provider.workers[${position}].machine.image`))
}

function isBelow(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`)
}

function failureOf({ changes }: ForecastStep, worker: Worker): ComponentChange | undefined {
  return changes.find((one) => one.component === 'poolImage' && one.pool === worker.name && one.kind === 'failure')
}

/** When and how the image of the pools holds up maintenance every night, the last time that it does; null: it does not. */
export function heldBackBy({ course, shoot, profile, at }: KnownProspect, pools: PositionedPools): HeldBack | null {
  const { steps } = course
  const refuses = (step: ForecastStep) => pools.some(({ position }) => refusesImage(step, position))
  const last = steps.findLastIndex((step) => holdsBack(step, pools))
  const isRefused = last >= 0 && steps.slice(last, last + 1).some(refuses)
  const isSo = isRefused
    ? refuses
    : (step: ForecastStep) => pools.some(({ worker }) => failureOf(step, worker) !== undefined)
  // It may have been so before, of another version, with nights in between that got through.
  const isOne = (one: ForecastStep, k: number, all: readonly ForecastStep[]) =>
    isSo(one) && (k === 0 || all[k - 1]?.lastAt === one.at - DAY)
  const first = steps.find((_, i) => i <= last && steps.slice(i, last + 1).every(isOne))
  if (first === undefined) return null
  const began =
    first !== steps[0]
      ? null
      : pastWindowsOf(
          shoot,
          profile,
          at,
        )((run) =>
          isRefused
            ? run.refused.some((error) => pools.some(({ position }) => position === error.subject.pool))
            : pools.some(({ worker }) => failsIn(run, shoot, { component: 'poolImage', pool: worker.name })),
        )
  const failing = pools.flatMap(({ worker }) => failureOf(first, worker) ?? [])[0]
  return {
    isRefused,
    misfit: isRefused || failing?.kind !== 'failure' ? null : failing.misfit,
    begins: typeof began === 'number' ? { at: began, isPast: true } : { at: first.window.begin, isPast: false },
    until: last === steps.length - 1 ? null : (steps[last]?.lastAt ?? null),
  }
}
