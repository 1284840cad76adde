import type { MachineImage, PoolEffect, Shoot, SpecChange, Worker } from '@/lib/engine/types'
import type { VersionState } from './decide'
import { compareVersions, parseVersion, type ReadVersion } from './gardener-semver'
import { canUpdateInPlace, isInPlace } from './image-filter'
import { sameMinor } from './version'

/**
 * What a maintenance does to the nodes of each pool, in the order of the pools. New machines for another minor or image (in
 * place where the pool is updated so), a restart of the kubelet for a patch and for feature gates of the kubelet that are
 * dropped. The rules for all other fields are in `impact.ts`; none of them is changed by a maintenance.
 */
export function effectsOf(
  shoot: Shoot,
  before: VersionState,
  after: VersionState,
  dropped: readonly SpecChange[],
  readVersion: ReadVersion = parseVersion,
): PoolEffect[] {
  return shoot.workers.map((worker, i) => effectOn(worker, i, before, after, dropped, readVersion))
}

/** The fields of the specification for which API server and controllers restart: a new version, and a setting of them that is dropped. */
export function controlPlaneCauses(
  before: VersionState,
  after: VersionState,
  dropped: readonly SpecChange[],
): string[] {
  return [
    ...(before.kubernetes === after.kubernetes ? [] : ['spec.kubernetes.version']),
    ...dropped.map(({ path }) => path).filter((path) => CONTROL_PLANE.test(path)),
  ]
}

const CONTROL_PLANE = /^spec\.kubernetes\.kube(?:APIServer|ControllerManager|Scheduler)\./

function effectOn(
  worker: Worker,
  i: number,
  before: VersionState,
  after: VersionState,
  dropped: readonly SpecChange[],
  readVersion: ReadVersion,
): PoolEffect {
  const { name: pool } = worker
  const kubelet = kubeletChange(before.pools[i] ?? before.kubernetes, after.pools[i] ?? after.kubernetes, readVersion)
  const isOtherImage = before.images[i] !== after.images[i]
  const own = `spec.provider.workers[${pool}].`
  const path = (after.pools[i] ?? null) === null ? 'spec.kubernetes.version' : `${own}kubernetes.version`
  if (isOtherImage || kubelet === 'minor') {
    const because = [...(kubelet === 'minor' ? [path] : []), ...(isOtherImage ? [`${own}machine.image.version`] : [])]
    return { pool, effect: isInPlace(worker) ? 'inPlace' : 'rolling', because }
  }
  const because = [...(kubelet === 'patch' ? [path] : []), ...droppedGates(worker, i, dropped)]
  return { pool, effect: because.length > 0 ? 'kubeletRestart' : 'none', because }
}

/** A pool with kubelet settings of its own ignores those of the shoot. */
function droppedGates({ name, ownKubelet }: Worker, i: number, dropped: readonly SpecChange[]): string[] {
  if (dropped.length === 0) return []
  const own = `spec.provider.workers[${i}].kubernetes.kubelet.`
  return dropped.flatMap(({ path }) => {
    if (path.startsWith(own)) return [path.replace(`[${i}]`, `[${name}]`)]
    return ownKubelet !== true && path.startsWith('spec.kubernetes.kubelet.') ? [path] : []
  })
}

function kubeletChange(before: string, after: string, readVersion: ReadVersion): 'minor' | 'patch' | 'none' {
  if (before === after) return 'none'
  const [from, to] = [readVersion(before), readVersion(after)]
  return from !== null && to !== null && sameMinor(from, to) ? 'patch' : 'minor'
}

/** From one listed version of an image: the higher listed ones that its nodes may be updated to where they are. */
export interface InPlaceSteps {
  readonly from: string
  readonly to: readonly string[]
}

/**
 * Which versions of an image in-place updates lead to (docs/rules.md#in-place-updates): the target supports them, from a minimum
 * that is met, and is higher. In the order of the profile; versions that cannot be read take no part.
 */
export function inPlaceSteps({ versions }: Pick<MachineImage, 'versions'>): readonly InPlaceSteps[] {
  const readable = versions.flatMap((source) => {
    const parsed = parseVersion(source.version)
    return parsed === null ? [] : [{ source, parsed }]
  })
  const supporting = readable.filter(({ source }) => canUpdateInPlace(source, undefined))
  const steps: InPlaceSteps[] = []
  for (const { source: from, parsed } of readable) {
    const to = supporting.filter(
      ({ source, parsed: other }) => compareVersions(other, parsed) > 0 && canUpdateInPlace(source, from.version),
    )
    steps.push({ from: from.version, to: to.map(({ source }) => source.version) })
  }
  return steps
}
