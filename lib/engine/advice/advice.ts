import { POOLS_ADVISED } from '@/lib/engine/bounds'
import type { Shoot } from '@/lib/engine/types'
import { isTrouble, judged } from './compare-courses'
import { imageAutoPlan, imageMisconceptions, imageUpdates } from './images'
import { kubernetesAutoPlan, kubernetesMisconceptions, kubernetesPlans } from './kubernetes'
import { finishPlan, warnings } from './others'
import { ownDatesPlan } from './own-dates'
import { ownVersions } from './pools'
import type { AdvisedProspect, KnownProspect, Remedy } from './remedy'
import { compareTried, helps, type Plan, remedyOf, type Tried, tryOut } from './trial'

const UPDATES = [
  { flag: 'kubernetesVersion', components: ['controlPlane', 'poolKubernetes'] },
  { flag: 'machineImageVersion', components: ['poolImage'] },
] as const

/**
 * Turning an automatic update off, where it is what leads to the first trouble, perhaps: it goes from a version that may stay to one
 * that ends, and that nothing leads away from. It has to be done before the first such update.
 */
function autoOffPlans({ shoot, course }: KnownProspect): Plan[] {
  const end = course.steps.findIndex(isTrouble)
  return UPDATES.flatMap(({ flag, components }): Plan[] => {
    if (!shoot.autoUpdate[flag]) return []
    const found = course.steps.slice(0, end + 1).flatMap((step) =>
      step.denied
        ? []
        : step.changes.flatMap((change) => {
            const isOne = components.some((component) => component === change.component)
            return isOne && change.kind === 'update' && change.why === 'auto' ? [{ step, change }] : []
          }),
    )
    const [first] = found
    if (first === undefined) return []
    const { pool, image, from, to } = first.change
    return [
      {
        action: { code: 'auto-off', flag, pool, image, from, to, begins: first.step.window.begin },
        after: { ...shoot, autoUpdate: { ...shoot.autoUpdate, [flag]: false } },
        patch: JSON.stringify({ spec: { maintenance: { autoUpdate: { [flag]: false } } } }),
        patchType: 'merge',
        expiry: null,
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
export function adviceFor(prospect: AdvisedProspect): Remedy[] {
  if (isTooLarge(prospect.shoot)) return []
  const course = judged(prospect.steps)
  if (prospect.shoot.deletionTimestamp !== undefined || course.first === Number.POSITIVE_INFINITY) return []
  const known = { ...prospect, course }
  const helpful = triedOut(known)
  const plans = helpful.map(({ plan }) => plan)
  return [
    ...helpful.map((tried) => remedyOf(known, tried)),
    ...warnings(known, helpful),
    ...kubernetesMisconceptions(known, plans),
    ...imageMisconceptions(known, plans),
  ]
}

/** Whether a cluster has so many pools that nothing is tried. */
export function isTooLarge({ workers }: Pick<Shoot, 'workers'>): boolean {
  return workers.length > POOLS_ADVISED
}

/** What helps, the best first. */
function triedOut(known: KnownProspect): Tried[] {
  const plans: (Plan | null)[] = [
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
  return [...ways, ...moreTime(known)]
}

/** It only puts off what comes, and others have to agree: whatever else helps comes first. */
function moreTime(known: KnownProspect): Tried[] {
  const plan = ownDatesPlan(known)
  const tried = plan === null ? null : tryOut(known, plan)
  return helps(known, tried) ? [tried] : []
}

/** Another profile on the same base: a namespaced one may give versions later ends, or have more of them. */
function profilePlans({ shoot, alternatives = [] }: KnownProspect): Plan[] {
  return alternatives.map(({ ref, profile }, i) => ({
    action: { code: 'other-profile', kind: ref.kind, name: ref.name, from: shoot.profile.name },
    after: { ...shoot, profile: ref },
    profile,
    patch: JSON.stringify({ spec: { cloudProfile: { kind: ref.kind, name: ref.name } } }),
    patchType: 'merge',
    expiry: null,
    rank: 8 + i / 100,
  }))
}
