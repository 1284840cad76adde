/**
 * A profile as a client submits it: nothing in it has been checked, words may be unknown and numbers missing.
 * Read from any JSON without ever failing; what has the wrong shape counts as absent.
 */
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
  textsAt,
  valueAt,
} from '@/lib/engine/api-server/manifest'
import { present } from '@/lib/engine/reader'
import { stageAt } from '@/lib/engine/rules'
import { formatInstant, parseInstant } from '@/lib/engine/time'
import type { CloudProfile, Instant, MachineImageVersion } from '@/lib/engine/types'
import type { ImageVersionOverride, ProfileOverrides } from './overrides'

export interface SubmittedStage {
  readonly classification: string
  readonly startTime?: Instant
}

/** As it was read, with the fields that no rule about versions asks for; absent where it was made of what the engine keeps. */
interface Written {
  readonly json?: JsonObject
}

export interface SubmittedVersion extends Written {
  readonly version: string
  readonly classification?: string
  readonly expirationDate?: Instant
  readonly lifecycle?: readonly SubmittedStage[]
}

export interface SubmittedImageVersion extends SubmittedVersion {
  readonly architectures: readonly string[]
  readonly cri: readonly { readonly name: string; readonly containerRuntimes: readonly string[] }[]
  readonly capabilityFlavors: readonly Readonly<Record<string, readonly string[]>>[]
  readonly kubeletVersionConstraint?: string
  readonly inPlaceUpdates?: { readonly supported: boolean; readonly minVersionForUpdate?: string }
}

export interface SubmittedImage extends Written {
  readonly name: string
  readonly updateStrategy?: string
  readonly versions: readonly SubmittedImageVersion[]
}

export interface SubmittedMachineType extends Written {
  readonly name: string
  readonly architecture?: string
  readonly capabilities: Readonly<Record<string, readonly string[]>>
}

/** What `json` has beside the other fields is looked at where it is there, and otherwise taken to be in order. */
export interface SubmittedSpec extends Written {
  readonly kubernetes: readonly SubmittedVersion[]
  readonly machineImages: readonly SubmittedImage[]
  readonly machineTypes: readonly SubmittedMachineType[]
  readonly machineCapabilities: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly regions: number
  readonly type: string
}

export interface SubmittedProfile {
  readonly name: string
  readonly namespace: string
  /** Namespaced profiles: the name of their parent. */
  readonly parent: string
  readonly spec: SubmittedSpec
  /** It is being deleted: then it holds on to nothing. */
  readonly isDeleting?: true
}

/** What the version is at an instant; an unknown word is returned as it is written. */
export function submittedStage(version: SubmittedVersion, at: Instant): string {
  return stageAt(version, at)
}

/** Reads a CloudProfile or a NamespacedCloudProfile as it is written, without defaults. */
export function readSubmitted(raw: unknown): SubmittedProfile {
  const object = raw as Json
  return {
    name: textAt(object, 'metadata', 'name') ?? '',
    namespace: textAt(object, 'metadata', 'namespace') ?? '',
    parent: textAt(object, 'spec', 'parent', 'name') ?? '',
    spec: readSpec(valueAt(object, 'spec')),
    ...(textAt(object, 'metadata', 'deletionTimestamp') === undefined ? {} : { isDeleting: true }),
  }
}

/** The specification with another one in the place of each image version, and of each machine type. */
export function withEach(
  spec: SubmittedSpec,
  version: (version: SubmittedImageVersion) => SubmittedImageVersion,
  type: (type: SubmittedMachineType) => SubmittedMachineType,
): SubmittedSpec {
  return {
    ...spec,
    machineImages: spec.machineImages.map((image) => ({ ...image, versions: image.versions.map(version) })),
    machineTypes: spec.machineTypes.map(type),
  }
}

/** With the defaults that the API server sets on a CloudProfile (with capabilities, architectures are not defaulted). */
export function withDefaults(spec: SubmittedSpec): SubmittedSpec {
  const byCapabilities = spec.machineCapabilities.length > 0
  const machineImages = spec.machineImages.map((image) => ({
    ...image,
    updateStrategy: image.updateStrategy ?? 'major',
  }))
  return withEach(
    { ...spec, machineImages },
    (version) => ({
      ...withCri(version),
      architectures: version.architectures.length > 0 || byCapabilities ? version.architectures : ['amd64'],
    }),
    (type) => (byCapabilities ? type : { ...type, architecture: type.architecture ?? 'amd64' }),
  )
}

/** The specification with the fields that it was read with, and what has been filled in or changed since. */
export function specJson(spec: SubmittedSpec): JsonObject {
  const json = spec.json ?? {}
  const kubernetes = objectAt(json, 'kubernetes')
  return {
    ...json,
    ...((kubernetes !== undefined || spec.kubernetes.length > 0) && {
      kubernetes: { ...kubernetes, versions: spec.kubernetes.map(versionJson) },
    }),
    machineImages: spec.machineImages.map(({ json: image, name, updateStrategy, versions }) => ({
      ...image,
      name,
      updateStrategy,
      versions: versions.map(imageVersionJson),
    })),
    machineTypes: spec.machineTypes.map(({ json: type, name, architecture, capabilities }) => ({
      ...type,
      name,
      architecture,
      capabilities: asWritten(valueAt(type, 'capabilities'), capabilities),
    })),
  } as JsonObject
}

/** Capabilities are only filled in where there are none, or taken away: else they are as they were read. */
function asWritten<T extends object>(json: Json | undefined, now: T): Json | T {
  const isKept = typeof json === 'object' && json !== null && Object.keys(json).length === Object.keys(now).length
  return isKept ? json : now
}

function versionJson({ json, version, expirationDate }: SubmittedVersion): JsonObject {
  const date = expirationDate === undefined ? undefined : formatInstant(expirationDate)
  return { ...json, version, expirationDate: date }
}

function imageVersionJson(version: SubmittedImageVersion): JsonObject {
  return {
    ...versionJson(version),
    ...(entriesAt(version.json, 'cri').length > 0 ? {} : { cri: version.cri.map(({ name }) => ({ name })) }),
    architectures: version.architectures,
    capabilityFlavors: asWritten(valueAt(version.json, 'capabilityFlavors'), version.capabilityFlavors),
  }
}

/** Container runtimes default to containerd, for namespaced profiles only where the version stands for itself. */
function withCri(version: SubmittedImageVersion): SubmittedImageVersion {
  return version.cri.length > 0 ? version : { ...version, cri: [{ name: 'containerd', containerRuntimes: [] }] }
}

/** The specification of a profile. What of it is not given is empty. */
export function readSpec(raw: unknown): SubmittedSpec {
  const spec = raw as Json
  return {
    ...written(spec),
    kubernetes: entriesAt(spec, 'kubernetes', 'versions').map(readVersion),
    machineImages: entriesAt(spec, 'machineImages').map((image) => ({
      ...written(image),
      name: textAt(image, 'name') ?? '',
      ...present({ updateStrategy: textAt(image, 'updateStrategy') }),
      versions: entriesAt(image, 'versions').map(readImageVersion),
    })),
    machineTypes: entriesAt(spec, 'machineTypes').map((type) => ({
      ...written(type),
      name: textAt(type, 'name') ?? '',
      ...present({ architecture: textAt(type, 'architecture') }),
      capabilities: readCapabilities(valueAt(type, 'capabilities')),
    })),
    machineCapabilities: entriesAt(spec, 'machineCapabilities').map((capability) => ({
      name: textAt(capability, 'name') ?? '',
      values: textsAt(capability, 'values'),
    })),
    regions: entriesAt(spec, 'regions').length,
    type: textAt(spec, 'type') ?? '',
  }
}

function readImageVersion(raw: Json): SubmittedImageVersion {
  const inPlace = objectAt(raw, 'inPlaceUpdates')
  return {
    ...readVersion(raw),
    architectures: textsAt(raw, 'architectures'),
    cri: entriesAt(raw, 'cri').map((cri) => ({
      name: textAt(cri, 'name') ?? '',
      containerRuntimes: entriesAt(cri, 'containerRuntimes').flatMap((runtime) => textAt(runtime, 'type') ?? []),
    })),
    capabilityFlavors: entriesAt(raw, 'capabilityFlavors').map(readCapabilities),
    ...present({
      kubeletVersionConstraint: textAt(raw, 'kubeletVersionConstraint'),
      inPlaceUpdates: inPlace && {
        supported: inPlace.supported === true,
        ...present({ minVersionForUpdate: textAt(inPlace, 'minVersionForUpdate') }),
      },
    }),
  }
}

function readVersion(raw: Json): SubmittedVersion {
  const stages = Array.isArray(valueAt(raw, 'lifecycle')) ? entriesAt(raw, 'lifecycle') : undefined
  return {
    ...written(raw),
    version: textAt(raw, 'version') ?? '',
    ...present({
      classification: textAt(raw, 'classification'),
      expirationDate: instantAt(raw, 'expirationDate'),
      lifecycle: stages?.map((stage) => ({
        classification: textAt(stage, 'classification') ?? '',
        ...present({ startTime: instantAt(stage, 'startTime') }),
      })),
    }),
  }
}

function readCapabilities(raw: Json | undefined): Record<string, readonly string[]> {
  return Object.fromEntries(Object.keys(objectAt(raw) ?? {}).map((name) => [name, textsAt(raw, name)]))
}

function written(raw: Json): Written {
  return isObject(raw) ? { json: raw } : {}
}

/** The entries of a list, whatever they are: the position of each counts. */
function entriesAt(raw: Json | undefined, ...keys: readonly string[]): readonly Json[] {
  const found = valueAt(raw, ...keys)
  return Array.isArray(found) ? found : []
}

function instantAt(raw: Json, key: string): Instant | undefined {
  return parseInstant(textAt(raw, key) ?? '') ?? undefined
}

/** A CloudProfile as the API server would get it. What the engine does not keep of it is taken to be in order. */
export function submittedProfile(name: string, profile: CloudProfile): SubmittedProfile {
  const spec: SubmittedSpec = {
    kubernetes: profile.kubernetes,
    machineImages: profile.machineImages.map((image) => ({ ...image, versions: image.versions.map(submittedVersion) })),
    machineTypes: profile.machineTypes.map((type) => ({ ...type, capabilities: type.capabilities ?? {} })),
    machineCapabilities: profile.machineCapabilities ?? [],
    regions: 1,
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
    kubernetes: overrides.kubernetes,
    machineImages: overrides.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map(submittedOverride),
    })),
    machineTypes: overrides.machineTypes.map((type) => ({ ...type, capabilities: type.capabilities ?? {} })),
    machineCapabilities: [],
    regions: 0,
    type: '',
  }
  return { name, namespace, parent, spec }
}

function submittedVersion(version: MachineImageVersion): SubmittedImageVersion {
  return { ...version, capabilityFlavors: version.capabilityFlavors ?? [] }
}

/** Defaults that reading filled in were not written by the user. */
function submittedOverride({ kind, version }: ImageVersionOverride): SubmittedImageVersion {
  if (kind === 'whole') return submittedVersion(version)
  const { version: text, expirationDate } = version
  return {
    version: text,
    architectures: [],
    cri: [],
    capabilityFlavors: [],
    ...(expirationDate !== undefined && { expirationDate }),
  }
}
