import { whyNoMinor } from '@/lib/engine/explain'
import { failingSince, sameFailure } from '@/lib/engine/explain/obstacles'
import { DAY } from '@/lib/engine/time'
import type { Worker } from '@/lib/engine/types'
import { otherImage } from './images'
import { groupedPools, namesOf } from './pools'
import { type KnownProspect, NOTHING_TO_APPLY, type Remedy, type StuckPart } from './remedy'
import { heldBackBy, isHeldBack, stuckOn } from './stuck'
import type { Plan, Tried } from './trial'

/** Updates in place that are to be finished before anything else can be done. */
export function finishPlan({ shoot }: KnownProspect): Plan | null {
  if (shoot.pendingWorkerUpdates.length === 0) return null
  return {
    action: { code: 'finish-in-place', pools: shoot.pendingWorkerUpdates },
    after: { ...shoot, pendingWorkerUpdates: [] },
    ...NOTHING_TO_APPLY,
    expiry: null,
    rank: 4,
  }
}

/** What fails for good and nothing of the above changes: others have to act. `helped`: what does help. */
export function warnings(prospect: KnownProspect, helped: readonly Tried[]): Remedy[] {
  if (prospect.course.steps.at(-1)?.kind !== 'fails') return []
  return [...deadKubernetes(prospect), ...deadImages(prospect, helped), ...laggingPools(prospect, helped)]
}

/** Without a version to move to, Kubernetes can only wait for the profile. */
function deadKubernetes({ shoot, profile, course, at }: KnownProspect): Remedy[] {
  const [last] = course.steps.slice(-1)
  const stuck = last?.changes.filter(({ kind, component }) => kind === 'failure' && component !== 'poolImage') ?? []
  if (last === undefined || stuck.length === 0) return []
  const table = profile.kubernetes
  const parts = stuck.map((change): StuckPart => {
    const { pool, from: version } = change
    const since = failingSince(course.steps, sameFailure(change))
    const isNow = since === undefined || since.window.begin < at + DAY
    return { pool, version, from: isNow ? null : since.window.begin, because: whyNoMinor(table, version, last.at) }
  })
  return [{ code: 'kubernetes-of-operators', profile: shoot.profile.name, stuck: parts, ...NOTHING_TO_APPLY }]
}

function deadImages(prospect: KnownProspect, helped: readonly Tried[]): Remedy[] {
  const { shoot, course } = prospect
  const end = { steps: course.steps.slice(-1) }
  const groups = groupedPools(shoot, ({ image }) => (image === undefined ? null : `${image.name} ${image.version}`))
  return groups.flatMap((pools): Remedy[] => {
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
    const facts = { pools: namesOf(left), from: stuckOn(end, left), held, instead }
    return [{ code: 'image-of-operators', ...facts, ...NOTHING_TO_APPLY }]
  })
}

function isMoved(worker: Worker, after: Worker | undefined): boolean {
  return after?.image?.name !== worker.image?.name || after?.image?.version !== worker.image?.version
}

/** Pools too far behind, with no version to go to that is offered. */
function laggingPools({ shoot, course }: KnownProspect, helped: readonly Tried[]): Remedy[] {
  const last = course.steps.at(-1)
  return shoot.workers.flatMap((worker, i): Remedy[] => {
    const own = worker.kubernetesVersion
    const isRefused = last?.refused.some(({ field }) => field === `spec.provider.workers[${i}].kubernetes.version`)
    if (own === undefined || isRefused !== true) return []
    if (helped.some(({ plan }) => plan.after.workers[i]?.kubernetesVersion !== own)) return []
    return [{ code: 'pool-by-hand', pool: worker.name, version: own, ...NOTHING_TO_APPLY }]
  })
}
