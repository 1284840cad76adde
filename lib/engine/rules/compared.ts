import type { VERSION_DIFFERENCES } from '@/lib/engine/kinds'
import type { ExpirableVersion, ImageUpdateStrategy, Instant, MachineImageVersion } from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile } from './compile'
import { valueText } from './gardener-semver'
import { expiryOf, stageAt, stagesOf, statedStage } from './lifecycle'
import { imageRoles, kubernetesRoles, type Roles } from './offer'

export type VersionDifference = (typeof VERSION_DIFFERENCES)[number]

/** One version of two profiles. */
export interface ComparedVersion {
  /** As each of them spells it; null: it does not list it. One of them does. */
  readonly a: string | null
  readonly b: string | null
  /** What matters most first; empty: they say the same of it. */
  readonly differences: readonly VersionDifference[]
}

export interface ComparedVersions {
  /** Null: Kubernetes. */
  readonly image: string | null
  /** How far automatic updates of the image go; null: of Kubernetes, and where a profile does not have the image. */
  readonly strategies: { readonly a: ImageUpdateStrategy | null; readonly b: ImageUpdateStrategy | null }
  readonly versions: readonly ComparedVersion[]
}

/**
 * Two profiles beside each other, version by version: Kubernetes first, then the images; each list in the order of `a`, and after
 * that what only `b` has. Kubernetes versions are the same by value, those of images by their text, as for clusters that run them.
 * Stages that were over before the instant do not count.
 */
export function comparedProfiles(a: CompiledProfile, b: CompiledProfile, at: Instant): readonly ComparedVersions[] {
  const lists: ComparedVersions[] = []
  const names = new Set([...a.images, ...b.images].map(({ source }) => source.name))
  for (const image of [null, ...names]) {
    const saidBy = (profile: CompiledProfile) =>
      image === null ? kubernetesOf(profile, at) : imageOf(profile, image, at)
    const strategies = { a: strategyOf(a, image), b: strategyOf(b, image) }
    const one = saidBy(a)
    const other = saidBy(b)
    lists.push({ image, strategies, versions: comparedVersions(one, other, at) })
  }
  return lists
}

function strategyOf({ imageByName }: CompiledProfile, image: string | null): ImageUpdateStrategy | null {
  return image === null ? null : (imageByName.get(image)?.source.updateStrategy ?? null)
}

/** What one profile says of a version. */
interface Said {
  readonly source: ExpirableVersion
  readonly isDefault: boolean
  /** By difference, what an image version runs on, as texts that are equal where it is the same. */
  readonly machine: Readonly<Partial<Record<VersionDifference, string>>>
}

/** By what makes two versions the same one. */
type SaidByKey = ReadonlyMap<string, Said>

function kubernetesOf(profile: CompiledProfile, at: Instant): SaidByKey {
  const roles = kubernetesRoles(profile, at)
  return firstByKey(
    profile.source.kubernetes,
    ({ version }) => valueText(version),
    (source) => saidOf(source, roles, {}),
  )
}

function imageOf(profile: CompiledProfile, name: string, at: Instant): SaidByKey {
  const image = profile.imageByName.get(name)
  const roles = imageRoles(profile, name, at)
  return firstByKey(
    image?.source.versions ?? [],
    ({ version }) => version,
    (source) => saidOf(source, roles, machineOf(source, image)),
  )
}

function saidOf(source: ExpirableVersion, { defaults }: Roles, machine: Said['machine']): Said {
  return { source, isDefault: defaults.has(source.version), machine }
}

function firstByKey<T>(list: readonly T[], keyOf: (one: T) => string, made: (one: T) => Said): SaidByKey {
  const found = new Map<string, Said>()
  for (const one of list) if (!found.has(keyOf(one))) found.set(keyOf(one), made(one))
  return found
}

function comparedVersions(a: SaidByKey, b: SaidByKey, at: Instant): readonly ComparedVersion[] {
  return [...new Set([...a.keys(), ...b.keys()])].map((key) => {
    const [one, other] = [a.get(key), b.get(key)]
    return {
      a: one?.source.version ?? null,
      b: other?.source.version ?? null,
      differences: one === undefined ? ['only-b'] : other === undefined ? ['only-a'] : differencesOf(one, other, at),
    }
  })
}

function differencesOf(a: Said, b: Said, at: Instant): readonly VersionDifference[] {
  const stage = ({ source }: Said) => statedStage(source, stageAt(source, at))
  const differences: VersionDifference[] = []
  if (expiryOf(a.source) !== expiryOf(b.source)) differences.push('expiry')
  if (stage(a) !== stage(b)) differences.push('stage')
  if (courseFrom(a.source, at) !== courseFrom(b.source, at)) differences.push('course')
  if (a.isDefault !== b.isDefault) differences.push('default')
  return [...differences, ...MACHINE.filter((one) => a.machine[one] !== b.machine[one])]
}

/** The stages to come, without the end: a stage holds strictly after its start. */
function courseFrom(version: ExpirableVersion, at: Instant): string {
  const expiry = expiryOf(version)
  return stagesOf(version)
    .filter(({ from }) => from !== null && from >= at && from !== expiry)
    .map(({ stage, from }) => `${stage} ${from}`)
    .join()
}

const MACHINE = ['architectures', 'capabilities', 'cri', 'kubelet', 'in-place'] as const

function machineOf(source: MachineImageVersion, image: CompiledImage | undefined): Said['machine'] {
  const { cri, kubeletVersionConstraint, inPlaceUpdates } = source
  // A version that cannot be read takes no part in anything, so that nothing is made of it.
  const compiled = image?.versions[image.table.indexOf(source.version)]
  return {
    architectures: setText(compiled?.architectures ?? source.architectures),
    capabilities: capabilitiesText(source),
    cri: setText(cri.map(({ name, containerRuntimes }) => `${name} ${setText(containerRuntimes)}`)),
    kubelet: kubeletVersionConstraint ?? '',
    'in-place': inPlaceUpdates?.supported === true ? `from ${inPlaceUpdates.minVersionForUpdate ?? ''}` : '',
  }
}

/** Flavors that name nothing but architectures say what `architectures` says. */
function capabilitiesText({ capabilityFlavors = [] }: MachineImageVersion): string {
  const names = capabilityFlavors.flatMap((flavor) => Object.keys(flavor))
  if (names.every((name) => name === 'architecture')) return ''
  return setText(
    capabilityFlavors.map((flavor) =>
      setText(Object.entries(flavor).map(([name, values]) => `${name} ${setText(values)}`)),
    ),
  )
}

function setText(values: readonly string[]): string {
  return JSON.stringify([...new Set(values)].sort())
}
