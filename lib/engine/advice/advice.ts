import { checkNamespaced, mergeNamespacedProfile, submittedOverrides, submittedProfile } from '@/lib/engine/api-server'
import { POOLS_ADVISED } from '@/lib/engine/bounds'
import { MemoizedProfile, updatesIn } from '@/lib/engine/course'
import { whyNoMinor } from '@/lib/engine/explain'
import { failingSince, sameFailure } from '@/lib/engine/explain/obstacles'
import { expiryOf, listedEntry } from '@/lib/engine/rules'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot, Worker } from '@/lib/engine/types'
import { courseOfSteps, isTrouble } from './compare-courses'
import { heldBackBy, imageAutoPlan, imageMisconceptions, imageUpdates, isHeldBack, otherImage, stuckOn } from './images'
import { kubernetesAutoPlan, kubernetesMisconceptions, kubernetesPlans } from './kubernetes'
import {
  type AdvisedProspect,
  type KnownProspect,
  NOTHING_TO_APPLY,
  type OverriddenExpiry,
  type OwnerRemedy,
  type RemedyHint,
  type StuckPart,
} from './remedy'
import {
  AUTO_UPDATE_FLAGS,
  compareTried,
  helps,
  isAdmitted,
  type RemedyPlan,
  type RemedyTrial,
  remedyOfTrial,
  switched,
  tryOut,
} from './remedy-trial'
import { groupedPools, namesOfPools, ownVersions } from './updates'

/**
 * Turning an automatic update off, where it is what leads to the first trouble, perhaps: it goes from a version that may stay to one
 * that ends, and that nothing leads away from. It has to be done before the first such update.
 */
function autoOffPlans({ shoot, course }: KnownProspect): RemedyPlan[] {
  const end = course.steps.findIndex(isTrouble)
  return AUTO_UPDATE_FLAGS.flatMap(({ flag, components }): RemedyPlan[] => {
    if (!shoot.autoUpdate[flag]) return []
    const found = course.steps.slice(0, end + 1).flatMap((step) =>
      updatesIn(step).flatMap((change) => {
        const isOne = components.some((component) => component === change.component)
        return isOne && change.why === 'auto' ? [{ step, change }] : []
      }),
    )
    const [first] = found
    if (first === undefined) return []
    const { pool, image, from, to } = first.change
    return [
      {
        action: { code: 'auto-off', flag, pool, image, from, to, begins: first.step.window.begin },
        ...switched(shoot, flag, false),
        rank: 7,
        deadline: first.step,
      },
    ]
  })
}

/**
 * What can be done about what is forced or fails. Each piece is tried: the forecast of the shoot after it says whether it
 * helps, and the one that helps most comes first. Then what only others can do, and at the end what one might think of, but does
 * not help. Nothing when nothing is forced and nothing fails.
 */
export function adviceFor(prospect: AdvisedProspect): OwnerRemedy[] {
  if (isTooLarge(prospect.shoot)) return []
  const course = courseOfSteps(prospect.steps)
  if (prospect.shoot.deletionTimestamp !== undefined || course.first === Number.POSITIVE_INFINITY) return []
  const known = { ...prospect, course }
  const helpful = triedOut(known)
  const plans = helpful.map(({ plan }) => plan)
  const hints = [
    ...warnings(known, helpful),
    ...kubernetesMisconceptions(known, plans),
    ...imageMisconceptions(known, plans),
  ]
  return [
    ...helpful.map((tried) => remedyOfTrial(known, tried)),
    ...hints.map((hint) => ({ ...hint, ...NOTHING_TO_APPLY })),
  ]
}

/** Whether a cluster has so many pools that nothing is tried. */
export function isTooLarge({ workers }: Pick<Shoot, 'workers'>): boolean {
  return workers.length > POOLS_ADVISED
}

/** What helps, the best first. */
function triedOut(known: KnownProspect): RemedyTrial[] {
  const plans: (RemedyPlan | null)[] = [
    ...kubernetesPlans(known),
    kubernetesAutoPlan(known),
    imageAutoPlan(known),
    ...autoOffPlans(known),
    ...profilePlans(known),
    finishPlan(known),
  ]
  const tried = plans.flatMap((plan) => (plan === null ? [] : (tryOut(known, plan) ?? [])))
  const ways = [...tried, ...ownVersions(known), ...imageUpdates(known)]
    .filter((one) => helps(known, one))
    .sort(compareTried)
  // More time only puts off what comes, and others have to agree: whatever else helps comes first.
  const plan = ownDatesPlan(known)
  const later = plan === null ? null : tryOut(known, plan)
  return helps(known, later) ? [...ways, later] : ways
}

/** Another profile on the same base: a namespaced one may give versions later ends, or have more of them. */
function profilePlans({ shoot, alternatives = [] }: KnownProspect): RemedyPlan[] {
  return alternatives.map(({ ref, profile }, i) => ({
    action: { code: 'other-profile', kind: ref.kind, name: ref.name, from: shoot.profile.name },
    after: { ...shoot, profile: ref },
    profile,
    patch: JSON.stringify({ spec: { cloudProfile: { kind: ref.kind, name: ref.name } } }),
    patchType: 'merge',
    rank: 8 + i / 100,
  }))
}

/** Updates in place that are to be finished before anything else can be done. */
function finishPlan({ shoot }: KnownProspect): RemedyPlan | null {
  if (shoot.pendingWorkerUpdates.length === 0) return null
  return {
    action: { code: 'finish-in-place', pools: shoot.pendingWorkerUpdates },
    after: { ...shoot, pendingWorkerUpdates: [] },
    ...NOTHING_TO_APPLY,
    rank: 4,
  }
}

/** What fails for good and nothing of the above changes: others have to act. `helped`: what does help. */
function warnings(prospect: KnownProspect, helped: readonly RemedyTrial[]): RemedyHint[] {
  if (prospect.course.steps.at(-1)?.kind !== 'fails') return []
  return [...deadKubernetes(prospect, helped), ...deadImages(prospect, helped), ...laggingPools(prospect, helped)]
}

/** Advice for a control plane without a version to move to: if nothing leads past that, it can only wait for the profile. */
function deadKubernetes({ shoot, profile, course, at }: KnownProspect, helped: readonly RemedyTrial[]): RemedyHint[] {
  const stuckIn = (steps: readonly ForecastStep[]) =>
    steps.at(-1)?.changes.filter(({ kind, component }) => kind === 'failure' && component !== 'poolImage') ?? []
  const last = course.steps.at(-1)
  const stuck = stuckIn(course.steps).filter(({ pool }) =>
    // That it is put off leads past nothing.
    helped.every(
      ({ plan, course: then }) =>
        plan.action.code === 'own-dates' || stuckIn(then.steps).some((one) => one.pool === pool),
    ),
  )
  if (last === undefined || stuck.length === 0) return []
  const table = profile.kubernetes
  const parts = stuck.map((change): StuckPart => {
    const { pool, from: version } = change
    const since = failingSince(course.steps, sameFailure(change))
    const isNow = since === undefined || since.window.begin < at + DAY
    return { pool, version, from: isNow ? null : since.window.begin, because: whyNoMinor(table, version, last.at) }
  })
  return [{ code: 'kubernetes-of-operators', profile: shoot.profile.name, stuck: parts }]
}

function deadImages(prospect: KnownProspect, helped: readonly RemedyTrial[]): RemedyHint[] {
  const { shoot, course } = prospect
  const end = { steps: course.steps.slice(-1) }
  const groups = groupedPools(shoot, ({ image }) => (image === undefined ? null : `${image.name} ${image.version}`))
  return groups.flatMap((pools): RemedyHint[] => {
    const left = pools.filter(
      (pool) =>
        isHeldBack(end, [pool]) &&
        !helped.some(
          ({ plan, course: then }) =>
            isMoved(pool.worker, plan.after.workers[pool.position]) &&
            !isHeldBack({ steps: then.steps.slice(-1) }, [pool]),
        ),
    )
    const held = left.length === 0 ? null : heldBackBy(prospect, left)
    if (held === null) return []
    const image = otherImage(prospect, left)?.plan.after.workers[left[0]?.position ?? 0]?.image
    const instead = image === undefined ? null : { image: image.name, version: image.version }
    const facts = { pools: namesOfPools(left), from: stuckOn(end, left), held, instead }
    return [{ code: 'image-of-operators', ...facts }]
  })
}

function isMoved(worker: Worker, after: Worker | undefined): boolean {
  return after?.image?.name !== worker.image?.name || after?.image?.version !== worker.image?.version
}

/** Pools too far behind, with no version to go to that is offered. */
function laggingPools({ shoot, course }: KnownProspect, helped: readonly RemedyTrial[]): RemedyHint[] {
  const last = course.steps.at(-1)
  return shoot.workers.flatMap((worker, i): RemedyHint[] => {
    const own = worker.kubernetesVersion
    const isRefused = last?.refused.some(({ field }) => field === `spec.provider.workers[${i}].kubernetes.version`)
    if (own === undefined || isRefused !== true) return []
    if (helped.some(({ plan }) => plan.after.workers[i]?.kubernetesVersion !== own)) return []
    return [{ code: 'pool-by-hand', pool: worker.name, version: own }]
  })
}

/** How much longer a version would stay: what is tried, and told as an example. */
const LONGER = 90 * DAY

/** A name for the profile. Nothing depends on it, as long as it is free. */
const NAME = 'more-time'

/**
 * A NamespacedCloudProfile that does not exist yet, in which the versions that the first trouble is about expire later; null: the
 * API server would not take it. It takes no date of the highest Kubernetes version, and none of a version with stages
 * (docs/rules.md#namespaced-profiles).
 */
function ownDatesPlan({ shoot, profile, at, course }: KnownProspect): RemedyPlan | null {
  const { kind, name: parent } = shoot.profile
  const step = course.steps.find(isTrouble)
  if (kind !== 'CloudProfile' || step === undefined) return null
  const { source } = profile
  const dates = new Map<string, OverriddenExpiry>()
  for (const { image = null, from, kind: outcome, why } of step.changes) {
    if (outcome === 'update' && why === 'auto') continue
    const entry = listedEntry(profile, image, from)
    const expires = entry === undefined ? null : expiryOf(entry)
    if (entry === undefined || expires === null) continue
    dates.set(`${image} ${entry.version}`, { image, version: entry.version, expires: laterThan(expires, at) })
  }
  if (dates.size === 0) return null
  const all = [...dates.values()]
  const datesOf = (of: string | null) =>
    all.flatMap(({ image, version, expires }) => (image === of ? [{ version, expirationDate: expires }] : []))
  const images = new Set(all.flatMap(({ image }) => image ?? []))
  const overrides = {
    kubernetes: datesOf(null),
    machineImages: [...images].map((name) => ({ name, versions: datesOf(name) })),
    machineTypes: [],
  }
  const ref = { kind: 'NamespacedCloudProfile', namespace: shoot.namespace, name: NAME } as const
  const submitted = submittedOverrides({ namespace: shoot.namespace, name: NAME, parent }, overrides)
  if (checkNamespaced(submittedProfile(parent, source), submitted, null, at).refusals.length > 0) return null
  const merged = new MemoizedProfile(mergeNamespacedProfile(source, overrides))
  const after = { ...shoot, profile: ref }
  if (!isAdmitted(shoot, after, merged.source, at)) return null
  return {
    action: { code: 'own-dates', parent, dates: all },
    after,
    profile: merged,
    // The profile has to be there first.
    ...NOTHING_TO_APPLY,
    rank: 9,
  }
}

/** The end of a day of UTC. */
function laterThan(expires: Instant, at: Instant): Instant {
  return startOfDay(Math.max(expires, at) + LONGER) + DAY - 1000
}
