import { addTo } from '@/lib/engine/grouped'
import {
  type CompiledProfile,
  compareVersions,
  expiryOf,
  isByHand,
  isInPlace,
  isOfNextMinor,
  isQualifying,
  minorOf,
  parseVersion,
  plus,
  sameMinor,
  type Version,
  type VersionTable,
} from '@/lib/engine/rules'
import type { Instant, Shoot, Worker } from '@/lib/engine/types'
import type { KnownProspect, KubernetesTarget, NodesTouched } from './remedy'
import { bestOf, type RemedyPlan, type RemedyTrial } from './remedy-trial'

/** A version that a user may choose now: supported or deprecated, hence neither a preview nor expired nor unavailable. */
export interface ChoosableVersion extends Pick<KubernetesTarget, 'stage' | 'expiry'> {
  readonly version: Version
}

/** An update to it, of Kubernetes. */
export function updateTo({ version, stage, expiry }: ChoosableVersion, from: string): KubernetesTarget {
  return { to: version.text, isPatch: isPatchUpdate(from, version.text), stage, expiry }
}

export function isPatchUpdate(from: string, to: string): boolean {
  const [a, b] = [parseVersion(from), parseVersion(to)]
  return a !== null && b !== null && sameMinor(a, b)
}

/** The offered versions in ascending order, `indices` at most. */
export function offeredIn(
  table: VersionTable,
  at: Instant,
  indices: readonly number[] = table.ascending,
): ChoosableVersion[] {
  const stages = table.stagesAt(at)
  return indices.flatMap((index): ChoosableVersion[] => {
    const [stage, source] = [stages[index], table.sources[index]]
    if (source === undefined || stage === undefined || !isQualifying(stage)) return []
    return [{ version: table.at(index), stage, expiry: expiryOf(source) }]
  })
}

/** The highest that is supported, else the highest. */
export function bestOffered(offered: readonly ChoosableVersion[]): ChoosableVersion | undefined {
  return offered.findLast(({ stage }) => stage === 'supported') ?? offered.at(-1)
}

/** Why there is nothing to choose in the next minor. */
type NextMinor =
  | { readonly kind: 'offered' }
  /**
   * It has previews or unavailable versions; `from`: when the first can be chosen, null: no date is set for that; `until`: when none can be
   * any more, null: no date is set.
   */
  | { readonly kind: 'not-yet'; readonly minor: string; readonly from: Instant | null; readonly until: Instant | null }
  | { readonly kind: 'expired'; readonly minor: string }
  | { readonly kind: 'none' }

export function nextMinorOf({ kubernetes: table }: CompiledProfile, current: string, at: Instant): NextMinor {
  const version = parseVersion(current)
  if (version === null) return { kind: 'none' }
  const indices = table.ascending.filter((index) => isOfNextMinor(table.at(index), version))
  if (indices.length === 0) return { kind: 'none' }
  if (offeredIn(table, at, indices).length > 0) return { kind: 'offered' }
  const minor = `${version.major}.${plus(version.minor, 1)}`
  const stages = table.stagesAt(at)
  if (indices.every((index) => stages[index] === 'expired')) return { kind: 'expired', minor }
  const isOffered = (boundary: Instant) => offeredIn(table, boundary + 1, indices).length > 0
  const from = table.boundaries.find((boundary) => boundary >= at && isOffered(boundary))
  const until = table.boundaries.find((boundary) => from !== undefined && boundary > from && !isOffered(boundary))
  return { kind: 'not-yet', minor, from: from ?? null, until: until ?? null }
}

export type PositionedPools = readonly { readonly position: number; readonly worker: Worker }[]

/** Pools for which the key is the same; those without one are left out. */
export function groupedPools({ workers }: Shoot, keyOf: (worker: Worker) => string | null): PositionedPools[] {
  const groups = new Map<string, { position: number; worker: Worker }[]>()
  for (const [position, worker] of workers.entries()) {
    const key = keyOf(worker)
    if (key !== null) addTo(groups, key, { position, worker })
  }
  return [...groups.values()]
}

/** A patch that changes one field of some pools, if they are still where they were. */
export function poolPatch(pools: PositionedPools, path: string, value: unknown): string {
  return JSON.stringify(
    pools.flatMap(({ position, worker }) => [
      { op: 'test', path: `/spec/provider/workers/${position}/name`, value: worker.name },
      { op: 'replace', path: `/spec/provider/workers/${position}/${path}`, value },
    ]),
  )
}

export function withPools(shoot: Shoot, pools: PositionedPools, changed: (worker: Worker) => Worker): Shoot {
  const positions = new Set(pools.map(({ position }) => position))
  return { ...shoot, workers: shoot.workers.map((one, i) => (positions.has(i) ? changed(one) : one)) }
}

export function namesOfPools(pools: PositionedPools): string[] {
  return pools.map(({ worker }) => worker.name)
}

/** What becomes of the nodes by another minor or another version of the image. */
export function imageEffect(pools: PositionedPools): NodesTouched {
  return pools.some(({ worker }) => isInPlace(worker)) ? inPlaceEffect(pools.map(({ worker }) => worker)) : 'rolling'
}

/** The effect on pools that are updated in place. */
export function inPlaceEffect(workers: readonly Worker[]): NodesTouched {
  return workers.some(isByHand) ? 'in-place-by-hand' : 'in-place'
}

/** For pools with a Kubernetes version of their own: the best update of each, whether it helps or not. */
export function ownVersions(prospect: KnownProspect): RemedyTrial[] {
  const groups = groupedPools(prospect.shoot, (worker) =>
    worker.kubernetesVersion === undefined ? null : `${worker.kubernetesVersion} ${isInPlace(worker)}`,
  )
  return groups.flatMap((pools) => bestOf(prospect, plansFor(prospect, pools)) ?? [])
}

/** Plans to the best version of every minor up to that of the control plane, the nearest first. */
function plansFor({ shoot, profile, at }: KnownProspect, pools: PositionedPools): RemedyPlan[] {
  const own = pools[0]?.worker.kubernetesVersion ?? ''
  const [current, limit] = [parseVersion(own), parseVersion(shoot.kubernetesVersion)]
  if (current === null || limit === null) return []
  const byMinor = new Map<string, ChoosableVersion[]>()
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

function updatePlan(
  shoot: Shoot,
  pools: PositionedPools,
  own: string,
  target: ChoosableVersion,
  rank: number,
): RemedyPlan {
  const update = updateTo(target, own)
  const nodes = update.isPatch ? 'kubelets-restart' : imageEffect(pools)
  return {
    action: { code: 'update-pools', pools: namesOfPools(pools), nodes, ...update },
    after: withPools(shoot, pools, (worker) => ({ ...worker, kubernetesVersion: update.to })),
    patch: poolPatch(pools, 'kubernetes/version', update.to),
    patchType: 'json',
    expiry: target.expiry,
    rank: 2 + rank / 10,
  }
}
