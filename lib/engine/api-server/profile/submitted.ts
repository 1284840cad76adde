/**
 * A profile as a client submits it: nothing in it has been checked, words may be unknown and numbers missing.
 * Read from any JSON without ever failing; what has the wrong shape counts as absent.
 */
import type { Json, JsonObject } from '@/lib/engine/api-server/manifest'
import { stageAt } from '@/lib/engine/rules'
import { formatInstant, parseInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

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
  const metadata = child(raw, 'metadata')
  const spec = child(raw, 'spec')
  return {
    name: text(child(metadata, 'name')) ?? '',
    namespace: text(child(metadata, 'namespace')) ?? '',
    parent: text(child(child(spec, 'parent'), 'name')) ?? '',
    spec: readSpec(spec),
    ...(text(child(metadata, 'deletionTimestamp')) === undefined ? {} : { isDeleting: true }),
  }
}

/** With the defaults that the API server sets on a CloudProfile (with capabilities, architectures are not defaulted). */
export function withDefaults(spec: SubmittedSpec): SubmittedSpec {
  const byCapabilities = spec.machineCapabilities.length > 0
  return {
    ...spec,
    machineTypes: byCapabilities
      ? spec.machineTypes
      : spec.machineTypes.map((type) => ({ ...type, architecture: type.architecture ?? 'amd64' })),
    machineImages: spec.machineImages.map((image) => ({
      ...image,
      updateStrategy: image.updateStrategy ?? 'major',
      versions: image.versions.map((version) => ({
        ...withCri(version),
        architectures: version.architectures.length > 0 || byCapabilities ? version.architectures : ['amd64'],
      })),
    })),
  }
}

/** The specification with the fields that it was read with, and what has been filled in or changed since. */
export function specJson(spec: SubmittedSpec): JsonObject {
  const json = spec.json ?? {}
  const kubernetes = child(json, 'kubernetes')
  return {
    ...json,
    ...((isRecord(kubernetes) || spec.kubernetes.length > 0) && {
      kubernetes: { ...(isRecord(kubernetes) ? kubernetes : {}), versions: spec.kubernetes.map(versionJson) },
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
      capabilities: asWritten(child(type, 'capabilities'), capabilities),
    })),
  } as JsonObject
}

/** Capabilities are only filled in where there are none, or taken away: else they are as they were read. */
function asWritten<T extends object>(json: unknown, now: T): Json | T {
  const isKept = typeof json === 'object' && json !== null && Object.keys(json).length === Object.keys(now).length
  return isKept ? (json as Json) : now
}

function versionJson({ json, version, expirationDate }: SubmittedVersion): JsonObject {
  const date = expirationDate === undefined ? undefined : formatInstant(expirationDate)
  return { ...json, version, expirationDate: date }
}

function imageVersionJson(version: SubmittedImageVersion): JsonObject {
  const isGiven = list(child(version.json, 'cri')).length > 0
  return {
    ...versionJson(version),
    ...(isGiven ? {} : { cri: version.cri.map(({ name }) => ({ name })) }),
    architectures: version.architectures,
    capabilityFlavors: asWritten(child(version.json, 'capabilityFlavors'), version.capabilityFlavors),
  }
}

/** Container runtimes default to containerd, for namespaced profiles only where the version stands for itself. */
function withCri(version: SubmittedImageVersion): SubmittedImageVersion {
  return version.cri.length > 0 ? version : { ...version, cri: [{ name: 'containerd', containerRuntimes: [] }] }
}

/** The specification of a profile. What of it is not given is empty. */
export function readSpec(spec: unknown): SubmittedSpec {
  return {
    ...written(spec),
    kubernetes: list(child(child(spec, 'kubernetes'), 'versions')).map(readVersion),
    machineImages: list(child(spec, 'machineImages')).map(readImage),
    machineTypes: list(child(spec, 'machineTypes')).map((raw) => ({
      ...written(raw),
      name: text(child(raw, 'name')) ?? '',
      ...given('architecture', text(child(raw, 'architecture'))),
      capabilities: readCapabilities(child(raw, 'capabilities')),
    })),
    machineCapabilities: list(child(spec, 'machineCapabilities')).map((raw) => ({
      name: text(child(raw, 'name')) ?? '',
      values: texts(child(raw, 'values')),
    })),
    regions: list(child(spec, 'regions')).length,
    type: text(child(spec, 'type')) ?? '',
  }
}

function readImage(raw: unknown): SubmittedImage {
  return {
    ...written(raw),
    name: text(child(raw, 'name')) ?? '',
    ...given('updateStrategy', text(child(raw, 'updateStrategy'))),
    versions: list(child(raw, 'versions')).map(readImageVersion),
  }
}

function readImageVersion(raw: unknown): SubmittedImageVersion {
  const inPlace = child(raw, 'inPlaceUpdates')
  return {
    ...readVersion(raw),
    architectures: texts(child(raw, 'architectures')),
    cri: list(child(raw, 'cri')).map((cri) => ({
      name: text(child(cri, 'name')) ?? '',
      containerRuntimes: list(child(cri, 'containerRuntimes')).flatMap((runtime) => text(child(runtime, 'type')) ?? []),
    })),
    capabilityFlavors: list(child(raw, 'capabilityFlavors')).map(readCapabilities),
    ...given('kubeletVersionConstraint', text(child(raw, 'kubeletVersionConstraint'))),
    ...(isRecord(inPlace)
      ? {
          inPlaceUpdates: {
            supported: inPlace.supported === true,
            ...given('minVersionForUpdate', text(inPlace.minVersionForUpdate)),
          },
        }
      : {}),
  }
}

function readVersion(raw: unknown): SubmittedVersion {
  const lifecycle = child(raw, 'lifecycle')
  return {
    ...written(raw),
    version: text(child(raw, 'version')) ?? '',
    ...given('classification', text(child(raw, 'classification'))),
    ...given('expirationDate', instant(child(raw, 'expirationDate'))),
    ...(Array.isArray(lifecycle)
      ? {
          lifecycle: lifecycle.map((stage) => ({
            classification: text(child(stage, 'classification')) ?? '',
            ...given('startTime', instant(child(stage, 'startTime'))),
          })),
        }
      : {}),
  }
}

function readCapabilities(raw: unknown): Record<string, string[]> {
  if (!isRecord(raw)) return {}
  return Object.fromEntries(Object.entries(raw).map(([name, values]) => [name, texts(values)]))
}

function written(raw: unknown): Written {
  return isRecord(raw) ? { json: raw as JsonObject } : {}
}

function given<K extends string, T>(key: K, value: T | undefined): { [key in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: T }
}

function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

function child(raw: unknown, key: string): unknown {
  return isRecord(raw) ? raw[key] : undefined
}

function list(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : []
}

function text(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined
}

function texts(raw: unknown): string[] {
  return list(raw).flatMap((item) => text(item) ?? [])
}

function instant(raw: unknown): Instant | undefined {
  return typeof raw === 'string' ? (parseInstant(raw) ?? undefined) : undefined
}
