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
import type { DecisionTimeline } from './decision-timeline'
import { boundariesOf, stageAt } from './lifecycle'
import { compareVersions, parseVersion, type Version } from './version'

/**
 * Profiles as tables, made once per profile object and kept as long as it lives: everything that a maintenance asks again
 * and again is parsed, sorted and numbered here. Versions that cannot be read take no part.
 */
export interface CompiledProfile {
  readonly source: CloudProfile
  readonly kubernetes: VersionTable
  readonly images: readonly CompiledImage[]
  /** The first image of exactly that name. */
  readonly imageByName: ReadonlyMap<string, CompiledImage>
  /** The first image of that name in lower case. */
  readonly imageByFoldedName: ReadonlyMap<string, CompiledImage>
  readonly machineTypes: ReadonlyMap<string, MachineType>
  /** What was found out so far for shoots that use it, see `subjectOf` and `boundariesFor`: it goes when the profile goes. */
  readonly fits: Map<string, Map<string, Fit>>
  readonly boundaries: Map<string, readonly Instant[]>
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

const profiles = new WeakMap<CloudProfile, CompiledProfile>()

export function compileProfile(profile: CloudProfile): CompiledProfile {
  const known = profiles.get(profile)
  if (known !== undefined) return known
  const images = profile.machineImages.map((image) => compileImage(image, profile))
  const compiled: CompiledProfile = {
    source: profile,
    kubernetes: new VersionTable(profile.kubernetes),
    images,
    imageByName: firstByKey(images, ({ source }) => source.name),
    imageByFoldedName: firstByKey(images, ({ source }) => source.name.toLowerCase()),
    machineTypes: firstByKey(profile.machineTypes, ({ name }) => name),
    fits: new Map(),
    boundaries: new Map(),
  }
  profiles.set(profile, compiled)
  return compiled
}

/** The versions of an image that fit pools of one kind, and the decisions for the versions such pools have. */
export interface Fit {
  readonly fitting: readonly number[]
  readonly lines: Lines
}

/** By current version; automatic updates off and on apart. */
export interface Lines {
  readonly off: Map<string, DecisionTimeline>
  readonly on: Map<string, DecisionTimeline>
}

/** A list of versions, ready for selection. Versions are named by their index in list order. */
export class VersionTable<V extends ExpirableVersion = ExpirableVersion> {
  /** In list order, those that can be read only. */
  readonly versions: readonly Version[]
  readonly sources: readonly V[]
  /** Indices, ascending by version; of equal ones the first in list order comes last, so that it is the highest. */
  readonly ascending: readonly number[]
  /** The instants after which some stage may differ, ascending. */
  readonly boundaries: readonly Instant[]
  /** The decisions for the versions that shoots have, as far as anybody has asked. */
  readonly lines: Lines = { off: new Map(), on: new Map() }
  private readonly indices = new Map<string, number>()
  private readonly stagesByEpoch: (readonly Stage[] | undefined)[] = []

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

  /** How many boundaries are past: within one epoch no stage changes. */
  epochAt(at: Instant): number {
    return countBelow(this.boundaries, at)
  }

  /** The stages of all versions in an epoch. */
  stagesIn(epoch: number): readonly Stage[] {
    const known = this.stagesByEpoch[epoch]
    if (known !== undefined) return known
    const at = this.boundaries[epoch] ?? Number.POSITIVE_INFINITY
    const stages = this.sources.map((source) => stageAt(source, at))
    this.stagesByEpoch[epoch] = stages
    return stages
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
