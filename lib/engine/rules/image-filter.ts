import type { MISFITS } from '@/lib/engine/kinds'
import type {
  Capabilities,
  CloudProfile,
  ImageMisfit,
  MachineImageVersion,
  MachineType,
  Stage,
  Worker,
} from '@/lib/engine/types'
import type { CompiledImage, CompiledImageVersion, CompiledProfile, KubeletConstraint } from './compile'
import { parseConstraint, parseVersion, satisfies } from './gardener-semver'
import { isActive } from './lifecycle'
import { type Version, withoutSuffix } from './version'
import { compareWithoutSuffix } from './version-steps'

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

function supportsRuntimes({ source }: CompiledImageVersion, { name, containerRuntimes }: Worker['cri']): boolean {
  const supported = supportedRuntimes(source, name)
  return supported !== null && containerRuntimes.every((runtime) => supported.includes(runtime))
}

/** The container runtimes that a version supports with a container runtime interface; null: it does not support that. */
export function supportedRuntimes({ cri }: MachineImageVersion, name: string): readonly string[] | null {
  return cri.find((one) => one.name === name)?.containerRuntimes ?? null
}

/** Whether kubelets of a version meet what an image version asks of them; none meets what cannot be read. */
export function supportsKubelet({ constraint, hasConstraint }: KubeletConstraint, kubelet: Version): boolean {
  return !hasConstraint || (constraint !== null && satisfies(kubelet, constraint))
}

/** The current version if it supports in-place updates at all, also where its own minimum is higher. */
function canReachInPlace({ source }: CompiledImageVersion, current: string): boolean {
  return canUpdateInPlace(source, source.version === current ? undefined : current)
}

/**
 * Whether nodes may be updated in place to a version of their image: it supports that, and names the version `from` that they have,
 * or a lower one, as its minimum. Suffixes do not count. Undefined: whatever they have.
 */
export function canUpdateInPlace(to: MachineImageVersion, from: string | undefined): boolean {
  const { supported = false, minVersionForUpdate: minimum } = to.inPlaceUpdates ?? {}
  if (!supported || from === undefined) return supported
  const version = minimum === undefined ? null : parseVersion(withoutSuffix(minimum))
  const limit = parseConstraint(`<= ${withoutSuffix(from)}`)
  return version !== null && limit !== null && satisfies(version, limit)
}

export function isInPlace({ updateStrategy }: Pick<Worker, 'updateStrategy'>): boolean {
  return updateStrategy !== 'AutoRollingUpdate'
}

/** Whether a person selects the nodes of a pool to update; then the API server takes no `maxSurge` and no `maxUnavailable`. */
export function isByHand({ updateStrategy }: Pick<Worker, 'updateStrategy'>): boolean {
  return updateStrategy === 'ManualInPlaceUpdate'
}

/** The versions of an image that fit a pool: indices of its table, ascending by version. */
export function fittingVersions(image: CompiledImage, demands: PoolDemands, profile: CompiledProfile): number[] {
  return image.table.ascending.filter((index) => {
    const version = image.versions[index]
    return version !== undefined && misfitOf(version, demands, profile.source) === null
  })
}

/** Whether the API server lets a pool be given an image version. For pools that are rolled `inPlace` does not count. */
export interface ImageUsability {
  readonly active: boolean
  readonly architecture: boolean
  readonly inPlace: boolean
}

/**
 * How the API server judges an image version for a pool that changes to it (docs/rules.md#usable-images): it must be
 * active, for a pool that exists also expired but not lower than the version `old` that it has; it must run on the
 * architecture; and in place it must support updates at all, and those from `old`.
 */
export function usabilityOf(
  version: MachineImageVersion,
  stage: Stage,
  architectures: readonly string[],
  pool: { readonly architecture: string; readonly old: string | undefined },
): ImageUsability {
  const { old } = pool
  return {
    active:
      isActive(stage) ||
      (stage === 'expired' && old !== undefined && (compareWithoutSuffix(version.version, old) ?? 0) >= 0),
    architecture: architectures.includes(pool.architecture),
    inPlace: canUpdateInPlace(version, old),
  }
}

/**
 * The Kubernetes versions of a profile whose kubelets a version of an image supports (docs/rules.md#image-filter), in the
 * profile's order. Null: the image has no such version.
 */
export function kubeletsOf(profile: CompiledProfile, image: string, version: string): readonly string[] | null {
  const compiled = profile.imageByName.get(image)
  const one = compiled?.versions[compiled.table.indexOf(version)]
  if (one === undefined) return null
  return profile.kubernetes.versions.filter((kubelet) => supportsKubelet(one, kubelet)).map(({ text }) => text)
}

/** What the images of a profile make of one kubelet version. */
export interface ImagesForKubelet {
  readonly image: string
  /** In the profile's order. */
  readonly fit: readonly string[]
  readonly unfit: readonly string[]
}

/** Of every image the versions that support kubelets of a Kubernetes version; none of any if that cannot be read. */
export function imagesForKubelet({ images }: CompiledProfile, kubelet: string): readonly ImagesForKubelet[] {
  const parsed = parseVersion(kubelet)
  if (parsed === null) return []
  return images.map(({ source, versions }) => {
    const of = (fits: boolean) =>
      versions.filter((one) => supportsKubelet(one, parsed) === fits).map((one) => one.source.version)
    return { image: source.name, fit: of(true), unfit: of(false) }
  })
}

export type MisfitCause = `${'unfit' | 'none-for'}-${ImageMisfit['rule']}`

/** Why a pool has no version of its image to go to though there are some, as the cause of a failure. */
export function misfitCause({ rule, isOwn }: ImageMisfit): MisfitCause {
  return `${isOwn ? 'unfit' : 'none-for'}-${rule}`
}
