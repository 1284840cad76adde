import type { OWN_PARTS } from '@/lib/engine/kinds'
import { hasStages, listedVersion } from '@/lib/engine/rules'
import type {
  CloudProfile,
  ExpirableVersion,
  ImageUpdateStrategy,
  Instant,
  MachineImage,
  MachineImageVersion,
  MachineType,
  NamedVersion,
} from '@/lib/engine/types'

/** What a NamespacedCloudProfile says on top of its parent. Nothing in it is defaulted. */
export interface ProfileOverrides {
  /** Overrides of Kubernetes versions. Only the expiration date counts, and only for versions that the parent lists. */
  readonly kubernetes: readonly ExpirableVersion[]
  readonly machineImages: readonly ImageOverride[]
  /** Further machine types, or replacements of those with the same name. */
  readonly machineTypes: readonly MachineType[]
}

export interface ImageOverride {
  readonly name: string
  readonly updateStrategy?: ImageUpdateStrategy
  readonly versions: readonly ImageVersionOverride[]
}

/** One that describes itself stands for itself. Of any other only the date counts, if the parent lists the version. */
export type ImageVersionOverride = MachineImageVersion | DatedVersion
export type DatedVersion = Omit<MachineImageVersion, 'architectures' | 'cri'>

/** Whether it describes itself. */
export function isWholeVersion(version: ImageVersionOverride): version is MachineImageVersion {
  return 'architectures' in version
}

/**
 * What maintenance uses for a NamespacedCloudProfile: its parent, with expiration dates and update strategies overridden
 * and images, image versions and machine types added (docs/rules.md#namespaced-profiles). The order of the parent is kept;
 * additions follow.
 */
export function mergeNamespacedProfile(parent: CloudProfile, overrides: ProfileOverrides): CloudProfile {
  const dates = new Map(overrides.kubernetes.map((version) => [version.version, version]))
  return {
    ...parent,
    kubernetes: parent.kubernetes.map((version) => {
      const override = dates.get(version.version)
      return override === undefined ? version : withDateOf(version, override)
    }),
    machineImages: merge(parent.machineImages, overrides.machineImages, nameOfEntry, mergeImage, (override) => ({
      name: override.name,
      updateStrategy: override.updateStrategy ?? 'major',
      versions: override.versions.map(described),
    })),
    machineTypes: merge(parent.machineTypes, overrides.machineTypes, nameOfEntry, (_, override) => override),
  }
}

export function nameOfEntry({ name }: { readonly name: string }): string {
  return name
}

function mergeImage(image: MachineImage, override: ImageOverride): MachineImage {
  return {
    ...image,
    updateStrategy: override.updateStrategy ?? image.updateStrategy,
    versions: merge<MachineImageVersion, ImageVersionOverride>(
      image.versions,
      override.versions,
      ({ version }) => version,
      (base, own) => (isWholeVersion(own) ? own : withDateOf(base, own)),
      described,
    ),
  }
}

/** An image version with the defaults of what it does not say, if no other version says it. */
export function described(version: ImageVersionOverride): MachineImageVersion {
  if (isWholeVersion(version)) return version
  return { ...version, architectures: ['amd64'], cri: [{ name: 'containerd', containerRuntimes: [] }] }
}

/** A version with the date of another, or without one where that has none. */
export function withDateOf<T extends { readonly expirationDate?: Instant }>(
  version: T,
  override: { readonly expirationDate?: Instant },
): T {
  const { expirationDate: _, ...rest } = version
  return (override.expirationDate === undefined ? rest : { ...version, expirationDate: override.expirationDate }) as T
}

/** A list with those of another: what both have is combined, and the others follow, each as `create` makes it. */
export function merge<T, O = T>(
  base: readonly T[],
  overrides: readonly O[],
  keyOf: (item: T | O) => string,
  combine: (item: T, override: O) => T,
  ...[create]: O extends T ? [] : [create: (override: O) => T]
): T[] {
  const merged = new Map(base.map((item) => [keyOf(item), item]))
  for (const override of overrides) {
    const item = merged.get(keyOf(override))
    if (item !== undefined) merged.set(keyOf(override), combine(item, override))
    else merged.set(keyOf(override), create === undefined ? (override as T & O) : create(override))
  }
  return [...merged.values()]
}

/**
 * Whose word a version of a namespaced profile is (docs/rules.md#namespaced-profiles). An override that says what the parent says is
 * one all the same: it stays as it is when the parent changes.
 * @param image a machine image; null: Kubernetes
 * @param version one that the namespaced profile gives, merged with its parent
 */
export function ownPart(
  { kubernetes, machineImages }: ProfileOverrides,
  parent: CloudProfile,
  image: string | null,
  version: string,
): (typeof OWN_PARTS)[number] {
  const own = image === null ? kubernetes : machineImages.find(({ name }) => name === image)?.versions
  if (listedVersion(parent, image, version) === undefined) return 'adds'
  return own?.some((one) => one.version === version) ? 'overrides' : 'inherits'
}

/** An end that a namespaced profile gives a version, and of which nothing comes. */
export interface IdleEnd extends NamedVersion {
  /** Undefined: it takes the end away. */
  readonly end: Instant | undefined
  /** `not-listed`: the parent does not list the version; `lifecycle`: the parent gives it stages, beside which no date counts. */
  readonly because: 'not-listed' | 'lifecycle'
}

/**
 * Of which ends of a namespaced profile nothing comes (docs/rules.md#namespaced-profiles). The API server takes no end of a Kubernetes
 * version that the parent does not list, but the parent may lose it later. An image version that it does not list is added instead.
 */
export function idleEnds({ kubernetes, machineImages }: ProfileOverrides, parent: CloudProfile): readonly IdleEnd[] {
  const found = kubernetes.flatMap((own): IdleEnd[] => {
    const listed = listedVersion(parent, null, own.version)
    const because = listed === undefined ? 'not-listed' : hasStages(listed) ? 'lifecycle' : null
    return because === null ? [] : [{ image: null, version: own.version, end: own.expirationDate, because }]
  })
  const ofImages = machineImages.flatMap(({ name, versions }) =>
    versions.flatMap((own): IdleEnd[] => {
      const { version, expirationDate: end } = own
      const base = listedVersion(parent, name, version)
      if (isWholeVersion(own) || base === undefined || !hasStages(base)) return []
      return [{ image: name, version, end, because: 'lifecycle' }]
    }),
  )
  return [...found, ...ofImages]
}
