import type { VERSION_DIFFERENCES } from '@/lib/engine/kinds'
import type { ExpirableVersion, ImageUpdateStrategy, Instant, MachineImageVersion } from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile } from './compile'
import { valueText } from './gardener-semver'
import { expiryOf, stagesOf, statedStageAt } from './lifecycle'
import { defaultVersions } from './offer'

export type VersionDifference = (typeof VERSION_DIFFERENCES)[number]

export interface ComparedVersion {
  /** The version as each of the profiles spells it; null: it does not list it. One of them does. */
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
    const strategies = { a: strategyOf(a, image), b: strategyOf(b, image) }
    const versions = comparedVersions(saidBy(a, image, at), saidBy(b, image, at), at)
    lists.push({ image, strategies, versions })
  }
  return lists
}

function strategyOf({ imageByName }: CompiledProfile, image: string | null): ImageUpdateStrategy | null {
  return image === null ? null : (imageByName.get(image)?.source.updateStrategy ?? null)
}

interface OfferedFacts {
  readonly source: ExpirableVersion
  readonly isDefault: boolean
  /** For each difference, what an image version runs on, as texts that are equal if it is the same. */
  readonly machine: Readonly<Partial<Record<VersionDifference, string>>>
}

/** Facts by the key that makes two versions the same one. */
type OfferedFactsByKey = ReadonlyMap<string, OfferedFacts>

function saidBy(profile: CompiledProfile, image: string | null, at: Instant): OfferedFactsByKey {
  const compiled = image === null ? undefined : profile.imageByName.get(image)
  const defaults = defaultVersions(profile, image, at)
  const said = new Map<string, OfferedFacts>()
  const add = (key: string, source: ExpirableVersion, machine: OfferedFacts['machine']) => {
    if (!said.has(key)) said.set(key, { source, isDefault: defaults.has(source.version), machine })
  }
  if (image === null) for (const source of profile.source.kubernetes) add(valueText(source.version), source, {})
  for (const source of compiled?.source.versions ?? []) add(source.version, source, machineOf(source, compiled))
  return said
}

function comparedVersions(a: OfferedFactsByKey, b: OfferedFactsByKey, at: Instant): readonly ComparedVersion[] {
  return [...new Set([...a.keys(), ...b.keys()])].map((key) => {
    const [one, other] = [a.get(key), b.get(key)]
    return {
      a: one?.source.version ?? null,
      b: other?.source.version ?? null,
      differences: one === undefined ? ['only-b'] : other === undefined ? ['only-a'] : differencesOf(one, other, at),
    }
  })
}

function differencesOf(a: OfferedFacts, b: OfferedFacts, at: Instant): readonly VersionDifference[] {
  const stage = ({ source }: OfferedFacts) => statedStageAt(source, at)
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

function machineOf(source: MachineImageVersion, image: CompiledImage | undefined): OfferedFacts['machine'] {
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
