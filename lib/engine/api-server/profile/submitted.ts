/**
 * A profile as a client submits it: nothing in it has been checked, words may be unknown and numbers missing.
 * Read from any JSON without ever failing; what has the wrong shape counts as absent.
 */
import { stageAt } from '@/lib/engine/rules'
import { parseInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

export interface SubmittedStage {
  readonly classification: string
  readonly startTime?: Instant
}

export interface SubmittedVersion {
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

export interface SubmittedImage {
  readonly name: string
  readonly updateStrategy?: string
  readonly versions: readonly SubmittedImageVersion[]
}

export interface SubmittedMachineType {
  readonly name: string
  readonly architecture?: string
  readonly capabilities: Readonly<Record<string, readonly string[]>>
}

export interface SubmittedSpec {
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

/** Container runtimes default to containerd, for namespaced profiles only where the version stands for itself. */
function withCri(version: SubmittedImageVersion): SubmittedImageVersion {
  return version.cri.length > 0 ? version : { ...version, cri: [{ name: 'containerd', containerRuntimes: [] }] }
}

function readSpec(spec: unknown): SubmittedSpec {
  return {
    kubernetes: list(child(child(spec, 'kubernetes'), 'versions')).map(readVersion),
    machineImages: list(child(spec, 'machineImages')).map(readImage),
    machineTypes: list(child(spec, 'machineTypes')).map((raw) => ({
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
