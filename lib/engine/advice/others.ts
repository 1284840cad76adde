import { whyNoMinor } from '@/lib/engine/explain'
import { failingSince, sameFailure } from '@/lib/engine/obstacles'
import { DAY } from '@/lib/engine/time'
import type { Worker } from '@/lib/engine/types'
import { otherImage } from './images'
import type { Plan, Tried } from './plan'
import { groupedPools, namesOf } from './pools'
import { advice, dayOf, type KnownProspect, poolsText, type Remedy } from './remedy'
import { heldBackText, isHeldBack, stuckOn } from './stuck'

/** Updates in place that are to be finished before anything else can be done. */
export function finishPlan({ shoot }: KnownProspect): Plan | null {
  if (shoot.pendingWorkerUpdates.length === 0) return null
  return {
    kind: 'do',
    title: `Finish the update in place of ${poolsText(shoot.pendingWorkerUpdates)}`,
    text: () =>
      'Until all its nodes are updated, every maintenance that touches it is refused. A forecast cannot know when that will be: it goes on as if never.',
    after: { ...shoot, pendingWorkerUpdates: [] },
    patch: null,
    patchType: null,
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
  const texts = stuck.map((change) => {
    const { pool, from } = change
    const owner = pool === null ? 'The control plane' : `Pool ${pool}`
    const since = failingSince(course.steps, sameFailure(change))
    const isNow = since === undefined || since.window.begin < at + DAY
    const begin = isNow ? null : since.window.begin
    const is = begin === null ? 'is' : `is, from ${dayOf(begin, shoot)} on,`
    const why = {
      'minor-gap': 'lists no version of the next minor',
      'only-previews': 'has only previews of the next minor',
      'last-minor': 'lists no higher minor',
      unreadable: 'lists nothing that Gardener could compare it with',
    }[whyNoMinor(table, from, last.at)]
    return `${owner} ${is} stuck on ${from}: the profile ${shoot.profile.name} ${why}. Its operators must add one.`
  })
  return [advice('warning', 'Only the operators of the profile can help', texts.join(' '))]
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
    if (left.length === 0) return []
    const title = `Move ${namesOf(left)} off ${stuckOn(end, left)}`
    const image = otherImage(prospect, left)?.plan.after.workers[left[0]?.position ?? 0]?.image
    const [who, where] = left.length === 1 ? ['this pool', 'it'] : ['these pools', 'they']
    const why =
      image === undefined
        ? `The profile has nothing else that fits ${who}: only its operators can help.`
        : `With ${image.name} ${image.version} ${where} could go on, but something else fails all the same.`
    return [advice('warning', title, `${heldBackText(prospect, left)} ${why}`)]
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
    const text = `With its own Kubernetes version ${own} it falls too far behind the control plane, and the profile offers none between the two: the API server refuses every maintenance then.`
    return [advice('warning', `Update pool ${worker.name} by hand`, text)]
  })
}
