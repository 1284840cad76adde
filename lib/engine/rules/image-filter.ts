import type { MISFITS } from '@/lib/engine/kinds'
import type { Capabilities, CloudProfile, MachineType, Worker } from '@/lib/engine/types'
import type { CompiledImage, CompiledImageVersion, CompiledProfile } from './compile'
import { parseConstraint, parseVersion, satisfies } from './gardener-semver'
import { type Version, withoutSuffix } from './version'

export type Misfit = (typeof MISFITS)[number]

export interface PoolDemands {
  readonly worker: Worker
  /** Undefined: the profile does not list it. */
  readonly machineType: MachineType | undefined
  /** The version that the pool's kubelets have now. */
  readonly kubelet: Version
  /** The pool's image version. */
  readonly current: string
}

/** Why the version does not fit the pool; null if it does (docs/rules.md#image-filter). */
export function misfitOf(
  version: CompiledImageVersion,
  { worker, machineType, kubelet, current }: PoolDemands,
  profile: CloudProfile,
): Misfit | null {
  if (!version.architectures.includes(worker.architecture)) return 'architecture'
  if (!supportsCapabilities(version.source.capabilityFlavors, machineType?.capabilities, profile)) return 'capability'
  if (!supportsRuntimes(version, worker.cri)) return 'cri'
  if (!supportsKubelet(version, kubelet)) return 'kubelet'
  if (isInPlace(worker) && !canReachInPlace(version, current)) return 'in-place'
  return null
}

/** Without definitions or flavors everything is supported; else one flavor must share a value of every capability. */
export function supportsCapabilities(
  flavors: readonly Capabilities[] | undefined,
  demanded: Capabilities | undefined,
  profile: CloudProfile,
): boolean {
  const definitions = profile.machineCapabilities ?? []
  if (definitions.length === 0 || flavors === undefined || flavors.length === 0) return true
  return flavors.some((flavor) =>
    definitions.every(({ name, values }) => {
      const wanted = demanded?.[name] ?? values
      return (flavor[name] ?? values).some((value) => wanted.includes(value))
    }),
  )
}

function supportsRuntimes({ source }: CompiledImageVersion, wanted: Worker['cri']): boolean {
  const cri = source.cri.find(({ name }) => name === wanted.name)
  return cri !== undefined && wanted.containerRuntimes.every((runtime) => cri.containerRuntimes.includes(runtime))
}

export function supportsKubelet({ constraint, hasConstraint }: CompiledImageVersion, kubelet: Version): boolean {
  return !hasConstraint || (constraint !== null && satisfies(kubelet, constraint))
}

/** The current version if it supports in-place updates at all, and those that name it or a lower one as their minimum. */
function canReachInPlace({ source }: CompiledImageVersion, current: string): boolean {
  const { inPlaceUpdates } = source
  if (inPlaceUpdates?.supported !== true) return false
  return source.version === current || isMinimumMet(inPlaceUpdates.minVersionForUpdate, current)
}

/** Whether a node on `current` may be updated in place to a version with that minimum. Suffixes do not count. */
export function isMinimumMet(minimum: string | undefined, current: string): boolean {
  if (minimum === undefined) return false
  const version = parseVersion(withoutSuffix(minimum))
  const limit = parseConstraint(`<= ${withoutSuffix(current)}`)
  return version !== null && limit !== null && satisfies(version, limit)
}

export function isInPlace(worker: Worker): boolean {
  return worker.updateStrategy !== 'AutoRollingUpdate'
}

/** The versions of an image that fit a pool: indices of its table, ascending by version. */
export function fittingVersions(image: CompiledImage, demands: PoolDemands, profile: CompiledProfile): number[] {
  const { versions, table } = image
  const fitting: number[] = []
  for (const index of table.ascending) {
    const version = versions[index]
    if (version !== undefined && misfitOf(version, demands, profile.source) === null) fitting.push(index)
  }
  return fitting
}
