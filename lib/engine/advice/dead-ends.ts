import { compileProfile } from '@/lib/engine/compile'
import { failingSince, sameFailure } from '@/lib/engine/failing-since'
import { fittingVersions, isInPlace } from '@/lib/engine/image-filter'
import type { CloudProfile, ForecastStep, Instant, Worker } from '@/lib/engine/types'
import { parseVersion } from '@/lib/engine/version'
import { advice, dayOf, type KnownProspect, type Remedy } from './remedy'

/** What can be done about a failure that goes on to the end of the forecast. */
export function deadEndAdvice(prospect: KnownProspect): Remedy[] {
  const last = prospect.steps.at(-1)
  if (last?.kind !== 'fails') return []
  return [
    ...offImages(prospect, last),
    ...pendingPools(prospect, last),
    ...laggingPools(prospect, last),
    ...onlyOthers(prospect, last),
  ]
}

/** Pools whose image has no way on, or holds everything else back. */
function offImages({ shoot, profile, steps }: KnownProspect, last: ForecastStep): Remedy[] {
  const wanted = last.changes.find((c) => c.component === 'controlPlane')
  const controlPlane = wanted?.kind === 'update' ? wanted.to : last.versions.kubernetesVersion
  return shoot.workers.flatMap((worker, i): Remedy[] => {
    const image = last.versions.workers[i]?.image
    if (image === null || image === undefined) return []
    const isRefused = last.denied && refuses(last, `spec.provider.workers[${i}].machine.image`)
    const dead = last.changes.find((c) => c.component === 'poolImage' && c.pool === worker.name && c.kind === 'failure')
    if (!isRefused && dead === undefined) return []
    const since = failingSince(steps, dead === undefined ? ({ denied }) => denied : sameFailure(dead))
    const day = dayOf((since ?? last).window.begin, shoot)
    const why = isRefused
      ? `From ${day} on the API server refuses every maintenance because of this image.`
      : `From ${day} on no version of it is left, and its update fails every night.`
    const others = otherImages(
      worker,
      image,
      last.versions.workers[i]?.kubernetesVersion ?? controlPlane,
      profile,
      last.at,
    )
    const choice =
      others.length > 0
        ? `This pool could run ${others.join(' or ')}.`
        : 'The profile has nothing else that fits this pool: only its operators can help.'
    const how = isInPlace(worker)
      ? ' A pool that is updated in place keeps its image: another one takes a new pool.'
      : ''
    const title = `Move pool ${worker.name} off ${image.name} ${image.version}`
    return [advice(others.length > 0 ? 'do' : 'warning', title, `${why} ${choice}${how}`)]
  })
}

/** Of each image the newest version that fits the pool and is neither expired nor a preview at the instant. */
function otherImages(
  worker: Worker,
  current: { readonly name: string; readonly version: string },
  kubelet: string,
  profile: CloudProfile,
  at: Instant,
): string[] {
  const compiled = compileProfile(profile)
  const version = parseVersion(kubelet)
  if (version === null) return []
  // A person may choose what an update in place could not reach.
  const free: Worker = { ...worker, updateStrategy: 'AutoRollingUpdate' }
  const machineType = compiled.machineTypes.get(worker.machineType)
  return compiled.images.flatMap((image) => {
    const demands = { worker: free, machineType, kubelet: version, current: current.version }
    const stages = image.table.stagesIn(image.table.epochAt(at))
    const live = fittingVersions(image, demands, compiled).filter(
      (index) => stages[index] === 'supported' || stages[index] === 'deprecated',
    )
    const newest = live.findLast((index) => stages[index] === 'supported') ?? live.at(-1)
    const text = newest === undefined ? undefined : image.table.at(newest).text
    const isCurrent = image.source.name === current.name && text === current.version
    return text === undefined || isCurrent ? [] : [`${image.source.name} ${text}`]
  })
}

function pendingPools({ shoot }: KnownProspect, last: ForecastStep): Remedy[] {
  if (!last.denied || !refuses(last, 'is currently undergoing an in-place update')) return []
  return shoot.pendingWorkerUpdates.map((pool) => {
    const text = `Until all its nodes are updated, every maintenance that touches it is refused. A forecast cannot know when that will be: it goes on as if never.`
    return advice('do', `Finish the update in place of pool ${pool}`, text)
  })
}

function laggingPools({ shoot }: KnownProspect, last: ForecastStep): Remedy[] {
  return shoot.workers.flatMap((worker, i): Remedy[] => {
    const own = worker.kubernetesVersion
    if (own === undefined || !refuses(last, `spec.provider.workers[${i}].kubernetes.version`)) return []
    const text = `With its own Kubernetes version ${own} it falls too far behind the control plane, and the API server refuses every maintenance from ${dayOf(last.window.begin, shoot)} on.`
    return [advice('do', `Update pool ${worker.name} by hand`, text)]
  })
}

/** Without a version to move to, Kubernetes can only wait for the profile. */
function onlyOthers({ shoot }: KnownProspect, last: ForecastStep): Remedy[] {
  return last.changes.flatMap((change): Remedy[] => {
    if (change.kind === 'update' || change.component === 'poolImage') return []
    const owner = change.pool === null ? 'The control plane' : `Pool ${change.pool}`
    const text = `${owner} is on ${change.from}, and the profile ${shoot.profile.name} lists no version of the next minor. Its operators must add one.`
    return [advice('warning', 'Only the operators of the profile can help', text)]
  })
}

function refuses({ denied, failureReason }: ForecastStep, text: string): boolean {
  return denied && failureReason?.includes(text) === true
}
