import { addTo } from '@/lib/engine/grouped'
import { remembered } from '@/lib/engine/once'
import type {
  CloudProfile,
  ExpirableVersion,
  Instant,
  MachineImage,
  MachineImageVersion,
  MachineType,
  Stage,
} from '@/lib/engine/types'
import {
  compareVersions,
  parseConstraint,
  parseVersion,
  type ReadVersion,
  type VersionConstraint,
} from './gardener-semver'
import { boundariesOf, justAfter, stageAt } from './lifecycle'
import { canonicalSpelling, type Version, withoutSuffix } from './version'

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
  /** Reads versions, as `parseVersion`; those that the profile lists have been read already. */
  readonly readVersion: ReadVersion

  constructor(readonly source: CloudProfile) {
    this.kubernetes = new VersionTable(source.kubernetes)
    this.images = source.machineImages.map((image) => compileImage(image, source))
    this.imageByName = firstByKey(this.images, (image) => image.source.name)
    this.imageByFoldedName = firstByKey(this.images, (image) => image.source.name.toLowerCase())
    this.machineTypes = firstByKey(source.machineTypes, ({ name }) => name)
    const tables = [this.kubernetes, ...this.images.map(({ table }) => table)]
    const listed = firstByKey(
      tables.flatMap(({ versions }) => versions),
      ({ text }) => text,
    )
    this.readVersion = (text) => listed.get(text) ?? parseVersion(text)
  }
}

export interface CompiledImage {
  readonly source: MachineImage
  readonly table: VersionTable
  /** The versions in the order of the table. */
  readonly versions: readonly CompiledImageVersion[]
}

/** What an image version asks of kubelets. */
export interface KubeletConstraint {
  /** Null: none, or one that cannot be read (then `hasConstraint` is true and nothing meets it). */
  readonly constraint: VersionConstraint | null
  readonly hasConstraint: boolean
}

export interface CompiledImageVersion extends KubeletConstraint {
  readonly source: MachineImageVersion
  /** Architectures after capabilities had their say. */
  readonly architectures: readonly string[]
}

/** What all versions of a table are from an instant on, until the next one. */
export interface StagesFrom {
  readonly at: Instant
  /** In list order. */
  readonly stages: readonly Stage[]
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
  /** Whether any two of them are equal, whatever their spelling. */
  readonly hasEquals: boolean
  private readonly indices = new Map<string, number>()
  private readonly bareIndices = new Map<string, number>()

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
    this.hasEquals = this.ascending.some(
      (index, i) => i > 0 && this.compare(this.ascending[i - 1] ?? index, index) === 0,
    )
    this.boundaries = [...new Set(sources.flatMap(boundariesOf))].sort((a, b) => a - b)
    for (const [index, version] of this.bare.entries()) {
      const text = version === null ? null : canonicalSpelling(version)
      if (text !== null && !this.bareIndices.has(text)) this.bareIndices.set(text, index)
    }
  }

  /** The first version spelled exactly so, or -1. */
  indexOf(text: string): number {
    return this.indices.get(text) ?? -1
  }

  /** The first version of three numbers, their suffixes aside, or -1. */
  indexOfBare(threeNumbers: string): number {
    return this.bareIndices.get(threeNumbers) ?? -1
  }

  at(index: number): Version {
    const version = this.versions[index]
    if (version === undefined) throw new RangeError(`no version ${index}`)
    return version
  }

  /** What a version is at an instant, by its index; undefined: there is none. */
  stageOf(at: Instant): (index: number) => Stage | undefined {
    return (index) => {
      const source = this.sources[index]
      return source && stageAt(source, at)
    }
  }

  /** The stages of all versions at an instant, in list order. */
  stagesAt(at: Instant): readonly Stage[] {
    return this.sources.map((source) => stageAt(source, at))
  }

  /**
   * The same from an instant on, at it and each time that some stage is another. `stages` is one array that changes, as what is
   * another at a time is little.
   */
  *stagesFrom(from: Instant): Generator<StagesFrom> {
    const stages = [...this.stagesAt(from)]
    yield { at: from, stages }
    const changing = new Map<Instant, number[]>()
    for (const [index, source] of this.sources.entries()) {
      for (const boundary of boundariesOf(source)) {
        if (boundary < from) continue
        addTo(changing, boundary, index)
      }
    }
    // A stage holds until the boundary itself, and the next one right after it.
    for (const boundary of [...changing.keys()].sort((a, b) => a - b)) {
      const at = justAfter(boundary)
      for (const index of changing.get(boundary) ?? []) {
        const source = this.sources[index]
        if (source !== undefined) stages[index] = stageAt(source, at)
      }
      yield { at, stages }
    }
  }

  private compare(a: number, b: number): number {
    return compareVersions(this.at(a), this.at(b))
  }
}

/** How many of the ascending values are below the limit. */
export function countBelow(ascending: readonly number[], limit: number): number {
  return countWhile(ascending, (value) => value < limit)
}

/** How many items a list begins with of which something holds; it holds of none after them. */
export function countWhile<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(list[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** What a version asks of kubelets, read. */
export function kubeletConstraintOf(
  { kubeletVersionConstraint: text }: MachineImageVersion,
  read = parseConstraint,
): KubeletConstraint {
  return { constraint: text === undefined ? null : read(text), hasConstraint: text !== undefined }
}

function compileImage(image: MachineImage, profile: CloudProfile): CompiledImage {
  const table = new VersionTable(image.versions)
  const constraint = remembered(parseConstraint)
  return {
    source: image,
    table,
    versions: table.sources.map((source) => ({
      source,
      architectures: architecturesOf(source, profile),
      ...kubeletConstraintOf(source, constraint),
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
