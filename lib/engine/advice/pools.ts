import { addTo } from '@/lib/engine/grouped'
import { compareVersions, isInPlace, minorOf, parseVersion } from '@/lib/engine/rules'
import type { Shoot, Worker } from '@/lib/engine/types'
import { bestOffered, type Offered, offeredIn, updateTo } from './offered'
import type { KnownProspect, NodesTouched } from './remedy'
import { bestOf, type Plan, type Tried } from './trial'

/** Some pools of a shoot. */
export type Pools = readonly { readonly position: number; readonly worker: Worker }[]

/** Pools for which the key is the same; those without one are left out. */
export function groupedPools({ workers }: Shoot, keyOf: (worker: Worker) => string | null): Pools[] {
  const groups = new Map<string, { position: number; worker: Worker }[]>()
  for (const [position, worker] of workers.entries()) {
    const key = keyOf(worker)
    if (key !== null) addTo(groups, key, { position, worker })
  }
  return [...groups.values()]
}

/** A patch that changes one field of some pools, if they are still where they were. */
export function poolPatch(pools: Pools, path: string, value: unknown): string {
  return JSON.stringify(
    pools.flatMap(({ position, worker }) => [
      { op: 'test', path: `/spec/provider/workers/${position}/name`, value: worker.name },
      { op: 'replace', path: `/spec/provider/workers/${position}/${path}`, value },
    ]),
  )
}

export function withPools(shoot: Shoot, pools: Pools, changed: (worker: Worker) => Worker): Shoot {
  const positions = new Set(pools.map(({ position }) => position))
  return { ...shoot, workers: shoot.workers.map((one, i) => (positions.has(i) ? changed(one) : one)) }
}

export function namesOf(pools: Pools): string[] {
  return pools.map(({ worker }) => worker.name)
}

/** What becomes of the nodes by another minor or another version of the image. */
export function imageEffect(pools: Pools): NodesTouched {
  return pools.some(({ worker }) => isInPlace(worker)) ? inPlaceEffect(pools.map(({ worker }) => worker)) : 'rolling'
}

/** The same of pools that are updated in place. */
export function inPlaceEffect(workers: readonly Worker[]): NodesTouched {
  return workers.some(({ updateStrategy }) => updateStrategy === 'ManualInPlaceUpdate')
    ? 'in-place-by-hand'
    : 'in-place'
}

/** For pools with a Kubernetes version of their own the best update of each, whether it helps or not. */
export function ownVersions(prospect: KnownProspect): Tried[] {
  const groups = groupedPools(prospect.shoot, (worker) =>
    worker.kubernetesVersion === undefined ? null : `${worker.kubernetesVersion} ${isInPlace(worker)}`,
  )
  return groups.flatMap((pools) => bestOf(prospect, plansFor(prospect, pools)) ?? [])
}

/** To the best version of every minor up to the control plane's, the nearest first. */
function plansFor({ shoot, profile, at }: KnownProspect, pools: Pools): Plan[] {
  const own = pools[0]?.worker.kubernetesVersion ?? ''
  const [current, limit] = [parseVersion(own), parseVersion(shoot.kubernetesVersion)]
  if (current === null || limit === null) return []
  const byMinor = new Map<string, Offered[]>()
  for (const offered of offeredIn(profile.kubernetes, at)) {
    const { version } = offered
    if (compareVersions(version, current) <= 0 || compareVersions(version, limit) > 0) continue
    addTo(byMinor, minorOf(version), offered)
  }
  return [...byMinor.values()].flatMap((offered, i) => {
    const target = bestOffered(offered)
    return target === undefined ? [] : [updatePlan(shoot, pools, own, target, i)]
  })
}

function updatePlan(shoot: Shoot, pools: Pools, own: string, target: Offered, rank: number): Plan {
  const update = updateTo(target, own)
  const nodes = update.isPatch ? 'kubelets-restart' : imageEffect(pools)
  return {
    action: { code: 'update-pools', pools: namesOf(pools), nodes, ...update },
    after: withPools(shoot, pools, (worker) => ({ ...worker, kubernetesVersion: update.to })),
    patch: poolPatch(pools, 'kubernetes/version', update.to),
    patchType: 'json',
    expiry: target.expiry,
    rank: 2 + rank / 10,
  }
}
