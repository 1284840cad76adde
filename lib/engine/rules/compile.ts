import type {
  CloudProfile,
  ExpirableVersion,
  Instant,
  MachineImage,
  MachineImageVersion,
  MachineType,
  Stage,
} from '@/lib/engine/types'
import { type Constraint, parseConstraint } from './constraint'
import { boundariesOf, stageAt } from './lifecycle'
import { compareVersions, parseVersion, type Version, withoutSuffix } from './version'

/**
 * A profile as tables: everything that a maintenance asks again and again is parsed, sorted and numbered. Versions that cannot
 * be read take no part.
 */
export class CompiledProfile {
  readonly kubernetes: VersionTable
  readonly images: readonly CompiledImage[]
  /** The first image of exactly that name. */
  readonly imageByName: ReadonlyMap<string, CompiledImage>
  /** The first image of that name in lower case. */
  readonly imageByFoldedName: ReadonlyMap<string, CompiledImage>
  readonly machineTypes: ReadonlyMap<string, MachineType>

  constructor(readonly source: CloudProfile) {
    this.kubernetes = new VersionTable(source.kubernetes)
    this.images = source.machineImages.map((image) => compileImage(image, source))
    this.imageByName = firstByKey(this.images, (image) => image.source.name)
    this.imageByFoldedName = firstByKey(this.images, (image) => image.source.name.toLowerCase())
    this.machineTypes = firstByKey(source.machineTypes, ({ name }) => name)
  }
}

export interface CompiledImage {
  readonly source: MachineImage
  readonly table: VersionTable
  /** In the order of the table. */
  readonly versions: readonly CompiledImageVersion[]
  /** Whether any version has a kubelet constraint. */
  readonly constrainsKubelets: boolean
}

export interface CompiledImageVersion {
  readonly source: MachineImageVersion
  /** Architectures after capabilities had their say. */
  readonly architectures: readonly string[]
  /** Null: none, or one that cannot be read (then `hasConstraint` is true and nothing meets it). */
  readonly constraint: Constraint | null
  readonly hasConstraint: boolean
}

/** A list of versions, ready for selection. Versions are named by their index in list order. */
export class VersionTable<V extends ExpirableVersion = ExpirableVersion> {
  /** In list order, those that can be read only. */
  readonly versions: readonly Version[]
  /** The same without their suffixes; null: not a version then. */
  readonly bare: readonly (Version | null)[]
  readonly sources: readonly V[]
  /** Indices, ascending by version; of equal ones the first in list order comes last, so that it is the highest. */
  readonly ascending: readonly number[]
  /** The instants after which some stage may differ, ascending. */
  readonly boundaries: readonly Instant[]
  private readonly indices = new Map<string, number>()

  constructor(list: readonly V[]) {
    const versions: Version[] = []
    const sources: V[] = []
    for (const source of list) {
      const version = parseVersion(source.version)
      if (version === null) continue
      if (!this.indices.has(source.version)) this.indices.set(source.version, versions.length)
      versions.push(version)
      sources.push(source)
    }
    this.versions = versions
    this.bare = versions.map(({ text }) => parseVersion(withoutSuffix(text)))
    this.sources = sources
    this.ascending = versions.map((_, i) => i).sort((a, b) => this.compare(a, b) || b - a)
    this.boundaries = [...new Set(sources.flatMap(boundariesOf))].sort((a, b) => a - b)
  }

  /** The first version spelled exactly so, or -1. */
  indexOf(text: string): number {
    return this.indices.get(text) ?? -1
  }

  at(index: number): Version {
    const version = this.versions[index]
    if (version === undefined) throw new RangeError(`no version ${index}`)
    return version
  }

  /** The stages of all versions at an instant, in list order. */
  stagesAt(at: Instant): readonly Stage[] {
    return this.sources.map((source) => stageAt(source, at))
  }

  private compare(a: number, b: number): number {
    return compareVersions(this.at(a), this.at(b))
  }
}

/** The instants after which the stage of anything in the profile may change. */
export function boundariesIn({ kubernetes, images }: CompiledProfile): readonly Instant[] {
  return [kubernetes, ...images.map(({ table }) => table)].flatMap(({ boundaries }) => boundaries)
}

/** How many of the ascending values are below the limit. */
export function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const value = ascending[middle]
    if (value !== undefined && value < limit) low = middle + 1
    else high = middle
  }
  return low
}

function compileImage(image: MachineImage, profile: CloudProfile): CompiledImage {
  const table = new VersionTable(image.versions)
  return {
    source: image,
    table,
    constrainsKubelets: table.sources.some(({ kubeletVersionConstraint }) => kubeletVersionConstraint !== undefined),
    versions: table.sources.map((source) => ({
      source,
      architectures: architecturesOf(source, profile),
      constraint:
        source.kubeletVersionConstraint === undefined ? null : parseConstraint(source.kubeletVersionConstraint),
      hasConstraint: source.kubeletVersionConstraint !== undefined,
    })),
  }
}

/**
 * Flavors that name architectures decide; without flavors the definition of the capability does; else the version's own
 * list (docs/rules.md#image-filter).
 */
export function architecturesOf(version: MachineImageVersion, profile: CloudProfile): readonly string[] {
  const flavors = version.capabilityFlavors ?? []
  const named =
    flavors.length === 0
      ? (profile.machineCapabilities?.find(({ name }) => name === 'architecture')?.values ?? [])
      : [...new Set(flavors.flatMap((flavor) => flavor.architecture ?? []))]
  return named.length > 0 ? named : version.architectures
}

function firstByKey<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) if (!map.has(keyOf(item))) map.set(keyOf(item), item)
  return map
}
