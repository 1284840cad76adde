import { present } from '@/lib/engine/reader'
import type { CloudProfile, MachineImageVersion, MachineType } from '@/lib/engine/types'
import { readLeniently } from './decode'
import { type ImageVersionOverride, isWholeVersion, type ProfileOverrides } from './overrides'
import { ANY_PROFILE, ANY_SPEC, type ShapeValue } from './schema'

type AnyProfile = ShapeValue<typeof ANY_PROFILE>

/**
 * The specification of a profile of either kind as a client submits it: nothing in it has been checked, words may be unknown, and
 * anything may be missing. What is missing is not looked at where it need not be there.
 */
export type SubmittedSpec = Partial<AnyProfile['spec']>
export type SubmittedVersion = EntryOf<NonNullable<SubmittedSpec['kubernetes']>['versions']>
export type SubmittedImage = EntryOf<SubmittedSpec['machineImages']>
export type SubmittedImageVersion = EntryOf<SubmittedImage['versions']>
export type SubmittedMachineType = EntryOf<SubmittedSpec['machineTypes']>
export type SubmittedMetadata = NonNullable<AnyProfile['metadata']>

type EntryOf<List> = NonNullable<List> extends readonly (infer Entry)[] ? Entry : never

export interface SubmittedProfile {
  readonly name: string
  readonly namespace: string
  /** Namespaced profiles: the name of their parent. */
  readonly parent: string
  readonly spec: SubmittedSpec
  /** Whether it is being deleted: then it holds on to nothing. */
  readonly isDeleting?: true
}

/** Reads a CloudProfile or a NamespacedCloudProfile as it is written, without defaults. */
export function readSubmitted(raw: unknown): SubmittedProfile {
  return submittedAs(readLeniently(ANY_PROFILE, raw))
}

/** The specification alone. */
export function readSubmittedSpec(raw: unknown): SubmittedSpec {
  return readLeniently(ANY_SPEC, raw)
}

export function submittedAs({
  metadata = {},
  spec,
}: {
  readonly metadata?: SubmittedMetadata
  readonly spec: SubmittedSpec
}): SubmittedProfile {
  const { name = '', namespace = '', deletionTimestamp } = metadata
  const isDeleting = deletionTimestamp === undefined ? {} : ({ isDeleting: true } as const)
  return { name, namespace, parent: spec.parent?.name ?? '', spec, ...isDeleting }
}

export function kubernetesOf({ kubernetes }: SubmittedSpec): readonly SubmittedVersion[] {
  return kubernetes?.versions ?? []
}

export function hasAny(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0
}

/** The specification with another one in the place of each image version, and of each machine type. */
export function withEach(
  spec: SubmittedSpec,
  version: (version: SubmittedImageVersion) => SubmittedImageVersion,
  type: (type: SubmittedMachineType) => SubmittedMachineType,
): SubmittedSpec {
  return {
    ...spec,
    ...present({
      machineImages: spec.machineImages?.map((image) => ({ ...image, versions: image.versions.map(version) })),
      machineTypes: spec.machineTypes?.map(type),
    }),
  }
}

/** A spec with the defaults that the API server sets on a CloudProfile (with capabilities, architectures are not defaulted). */
export function withDefaults(spec: SubmittedSpec): SubmittedSpec {
  const byCapabilities = hasAny(spec.machineCapabilities)
  const machineImages = spec.machineImages?.map((image) => ({ updateStrategy: 'major', ...image }))
  return withEach(
    { ...spec, ...present({ machineImages }) },
    (version) => ({
      ...version,
      ...(!hasAny(version.cri) && { cri: [{ name: 'containerd' }] }),
      ...(!hasAny(version.architectures) && !byCapabilities && { architectures: ['amd64'] }),
    }),
    (type) => (byCapabilities ? type : { architecture: 'amd64', ...type }),
  )
}

/** A CloudProfile as the API server would get it. What the engine does not keep of it is taken to be in order. */
export function submittedProfile(name: string, profile: CloudProfile): SubmittedProfile {
  const spec: SubmittedSpec = {
    kubernetes: { versions: profile.kubernetes },
    machineImages: profile.machineImages.map((image) => ({ ...image, versions: image.versions.map(submittedVersion) })),
    machineTypes: profile.machineTypes.map(submittedType),
    ...present({ machineCapabilities: profile.machineCapabilities }),
    regions: [{ name: 'any' }],
    type: 'any',
  }
  return { name, namespace: '', parent: '', spec }
}

/** A NamespacedCloudProfile likewise. */
export function submittedOverrides(
  { namespace, name, parent }: { readonly namespace: string; readonly name: string; readonly parent: string },
  overrides: ProfileOverrides,
): SubmittedProfile {
  const spec: SubmittedSpec = {
    kubernetes: { versions: overrides.kubernetes },
    machineImages: overrides.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map(submittedOverride),
    })),
    machineTypes: overrides.machineTypes.map(submittedType),
  }
  return { name, namespace, parent, spec }
}

function submittedType({ memory: _, ...type }: MachineType): SubmittedMachineType {
  return type
}

function submittedVersion({ cri, ...version }: MachineImageVersion): SubmittedImageVersion {
  return {
    ...version,
    cri: cri.map(({ name, containerRuntimes }) => ({
      name,
      containerRuntimes: containerRuntimes.map((type) => ({ type })),
    })),
  }
}

function submittedOverride(version: ImageVersionOverride): SubmittedImageVersion {
  if (isWholeVersion(version)) return submittedVersion(version)
  return { version: version.version, ...present({ expirationDate: version.expirationDate }) }
}
