import type {
  CloudProfile,
  ExpirableVersion,
  ImageUpdateStrategy,
  MachineImage,
  MachineImageVersion,
  MachineType,
} from '@/lib/engine/types'

/** What a NamespacedCloudProfile says on top of its parent. Nothing in it is defaulted. */
export interface ProfileOverrides {
  /** Only the expiration date counts, and only for versions that the parent lists. */
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

export type ImageVersionOverride =
  /** Gives nothing but a date: the parent's version with another expiration date, if the parent lists it. */
  | { readonly kind: 'date'; readonly version: MachineImageVersion }
  /** Describes the version: it stands for itself. */
  | { readonly kind: 'whole'; readonly version: MachineImageVersion }

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
    machineImages: merge(
      parent.machineImages,
      overrides.machineImages,
      ({ name }) => name,
      mergeImage,
      (override) => ({
        name: override.name,
        updateStrategy: override.updateStrategy ?? 'major',
        versions: override.versions.map(({ version }) => version),
      }),
    ),
    machineTypes: merge(
      parent.machineTypes,
      overrides.machineTypes,
      ({ name }) => name,
      (_, override) => override,
      (override) => override,
    ),
  }
}

function mergeImage(image: MachineImage, override: ImageOverride): MachineImage {
  return {
    ...image,
    updateStrategy: override.updateStrategy ?? image.updateStrategy,
    versions: merge(
      image.versions.map((version) => ({ kind: 'whole', version })),
      override.versions,
      ({ version }) => version.version,
      (base, { kind, version }) =>
        kind === 'whole' ? { kind, version } : { kind: 'whole', version: withDateOf(base.version, version) },
      (own) => own,
    ).map(({ version }) => version),
  }
}

function withDateOf<T extends ExpirableVersion>(version: T, override: ExpirableVersion): T {
  const { expirationDate: _, ...rest } = version
  return (override.expirationDate === undefined ? rest : { ...rest, expirationDate: override.expirationDate }) as T
}

function merge<T, O>(
  base: readonly T[],
  overrides: readonly O[],
  keyOf: (item: T | O) => string,
  combine: (item: T, override: O) => T,
  create: (override: O) => T,
): T[] {
  const merged = new Map(base.map((item) => [keyOf(item), item]))
  for (const override of overrides) {
    const item = merged.get(keyOf(override))
    merged.set(keyOf(override), item === undefined ? create(override) : combine(item, override))
  }
  return [...merged.values()]
}
