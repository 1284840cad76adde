import type { ProfileLists, ProfileRefBody, SourceAnswer } from '@/lib/contract'
import type { ImageOverride, ImageVersionOverride, ProfileOverrides } from '@/lib/engine/namespaced'
import type { CloudProfile, ExpirableVersion, Instant, MachineImage, MachineImageVersion } from '@/lib/engine/types'
import { compareVersions, parseVersion } from '@/lib/engine/version'

/** A profile that a draft edits, as the engine reasons about it. Machine types are not told to browsers: nothing here uses them. */
export interface Source {
  readonly ref: ProfileRefBody
  readonly resourceVersion: string | null
  /** The instant that everything is computed for. */
  readonly at: Instant
  /** Days that the operator's policy leaves between deprecation and expiry; null: it says nothing of that kind. */
  readonly notice: SourceAnswer['notice']
  /** Of a namespaced profile: merged with its parent. */
  readonly profile: CloudProfile
  /** Null for a CloudProfile. */
  readonly namespaced: {
    readonly parentName: string
    readonly parent: CloudProfile
    readonly overrides: ProfileOverrides
  } | null
}

export function readSource(answer: SourceAnswer): Source {
  const profile = readLists(answer.lists)
  const parent = answer.parent && readLists(answer.parent.lists)
  return {
    ref: answer.profile,
    resourceVersion: answer.resourceVersion,
    at: Date.parse(answer.at),
    notice: answer.notice,
    profile,
    namespaced:
      parent && answer.parent
        ? { parentName: answer.parent.name, parent, overrides: overridesOf(profile, parent) }
        : null,
  }
}

function readLists({ kubernetes, images }: ProfileLists): CloudProfile {
  return {
    kubernetes: kubernetes.map(readLife),
    machineImages: images.map(({ name, updateStrategy, versions }) => ({
      name,
      updateStrategy,
      versions: versions.map(
        ({ version, classification, expirationDate, lifecycle, ...image }) =>
          ({
            ...readLife({ version, classification, expirationDate, lifecycle }),
            ...image,
          }) as MachineImageVersion,
      ),
    })),
    machineTypes: [],
  }
}

type ListedLife = { [K in keyof ProfileLists['kubernetes'][number]]: ProfileLists['kubernetes'][number][K] | undefined }

function readLife({ version = '', classification, expirationDate, lifecycle }: ListedLife): ExpirableVersion {
  return {
    version,
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: Date.parse(expirationDate) }),
    ...(lifecycle !== undefined && {
      lifecycle: lifecycle.map((stage) => ({
        classification: stage.classification,
        ...(stage.startTime !== undefined && { startTime: Date.parse(stage.startTime) }),
      })),
    }),
  }
}

/** What a namespaced profile says itself, by what differs from its parent (seeds, NamespacedCloudProfile). */
function overridesOf(merged: CloudProfile, parent: CloudProfile): ProfileOverrides {
  const dates = new Map(parent.kubernetes.map((listed) => [listed.version, listed.expirationDate]))
  return {
    kubernetes: merged.kubernetes.flatMap(({ version, expirationDate }) =>
      expirationDate === undefined || dates.get(version) === expirationDate ? [] : [{ version, expirationDate }],
    ),
    machineImages: merged.machineImages.flatMap((image) => imageOverride(image, parent) ?? []),
    machineTypes: [],
  }
}

function imageOverride(image: MachineImage, parent: CloudProfile): ImageOverride | undefined {
  const base = parent.machineImages.find(({ name }) => name === image.name)
  const known = new Map(base?.versions.map((listed) => [listed.version, listed]))
  const versions = image.versions.flatMap((version): ImageVersionOverride[] => {
    const listed = known.get(version.version)
    if (listed === undefined) return [{ kind: 'whole', version }]
    const { expirationDate } = version
    if (expirationDate === undefined || listed.expirationDate === expirationDate) return []
    return [{ kind: 'date', version: { version: version.version, architectures: [], cri: [], expirationDate } }]
  })
  const isOther = base?.updateStrategy !== image.updateStrategy
  if (versions.length === 0 && !isOther) return undefined
  return { name: image.name, ...(isOther && { updateStrategy: image.updateStrategy }), versions }
}

/** The versions of Kubernetes (`image` null) or of an image, in the order in which they are listed. */
export function versionsOf(profile: CloudProfile, image: string | null): readonly ExpirableVersion[] {
  return image === null
    ? profile.kubernetes
    : (profile.machineImages.find(({ name }) => name === image)?.versions ?? [])
}

export function versionOf(profile: CloudProfile, image: string | null, version: string): ExpirableVersion | undefined {
  return versionsOf(profile, image).find((listed) => listed.version === version)
}

/** The highest of versions; what Gardener cannot read takes no part. */
export function highest(versions: readonly ExpirableVersion[]): ExpirableVersion | undefined {
  return versions.reduce<ExpirableVersion | undefined>((most, listed) => {
    const [a, b] = [parseVersion(listed.version), most === undefined ? null : parseVersion(most.version)]
    return a !== null && (b === null || compareVersions(a, b) > 0) ? listed : most
  }, undefined)
}

/** The highest Kubernetes version of the profile, previews included. */
export function latestOf({ kubernetes }: CloudProfile): string | undefined {
  return highest(kubernetes)?.version
}
