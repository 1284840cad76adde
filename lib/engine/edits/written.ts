import type { ImageOverride, ImageVersionOverride, ProfileOverrides } from '@/lib/engine/api-server'
import { isDeepEqual, type Json, type JsonObject } from '@/lib/engine/json'
import { formatInstant } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, MachineImage, MachineImageVersion, MachineType } from '@/lib/engine/types'
import type { Life, YamlEdit } from './edit'

/** What the engine keeps of a profile, as its object has it: the way back of `read-profile.ts`. */

/** The object of a CloudProfile, as far as the engine keeps it. */
export function profileJson({
  kubernetes,
  machineImages,
  machineTypes,
  machineCapabilities,
}: CloudProfile): JsonObject {
  return {
    spec: {
      kubernetes: { versions: kubernetes.map(versionJson) },
      machineImages: machineImages.map(imageJson),
      machineTypes: machineTypes.map(machineTypeJson),
      ...(machineCapabilities !== undefined && {
        machineCapabilities: machineCapabilities.map(({ name, values }) => ({ name, values: [...values] })),
      }),
    },
  }
}

/** The object of a NamespacedCloudProfile, likewise. */
export function overridesJson({ kubernetes, machineImages, machineTypes }: ProfileOverrides): JsonObject {
  return {
    spec: {
      ...(kubernetes.length > 0 && { kubernetes: { versions: kubernetes.map(versionJson) } }),
      ...(machineImages.length > 0 && { machineImages: machineImages.map(imageJson) }),
      ...(machineTypes.length > 0 && { machineTypes: machineTypes.map(machineTypeJson) }),
    },
  }
}

export function versionJson(version: ExpirableVersion): JsonObject {
  return { version: version.version, ...lifeJson(version) }
}

export function imageJson({ name, updateStrategy, versions }: MachineImage | ImageOverride): JsonObject {
  return {
    name,
    ...(updateStrategy !== undefined && { updateStrategy }),
    versions: versions.map((one) => ('kind' in one ? overriddenJson(one) : imageVersionJson(one))),
  }
}

export function overriddenJson({ kind, version }: ImageVersionOverride): JsonObject {
  return kind === 'whole' ? imageVersionJson(version) : versionJson(version)
}

export function lifeJson({ classification, expirationDate, lifecycle }: Life): Record<string, Json> {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: formatInstant(expirationDate) }),
    ...(lifecycle !== undefined && {
      lifecycle: lifecycle.map((stage) => ({
        classification: stage.classification,
        ...(stage.startTime !== undefined && { startTime: formatInstant(stage.startTime) }),
      })),
    }),
  }
}

export function imageVersionJson(version: MachineImageVersion): JsonObject {
  const { architectures, cri, kubeletVersionConstraint, capabilityFlavors, inPlaceUpdates } = version
  return {
    ...versionJson(version),
    ...(architectures.length > 0 && { architectures: [...architectures] }),
    ...(cri.length > 0 && {
      cri: cri.map(({ name, containerRuntimes }) => ({
        name,
        ...(containerRuntimes.length > 0 && { containerRuntimes: containerRuntimes.map((type) => ({ type })) }),
      })),
    }),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && { capabilityFlavors: capabilityFlavors.map(capabilitiesJson) }),
    ...(inPlaceUpdates !== undefined && { inPlaceUpdates: { ...inPlaceUpdates } }),
  }
}

function machineTypeJson({ name, architecture, capabilities, memory }: MachineType): JsonObject {
  return {
    name,
    ...(architecture !== undefined && { architecture }),
    ...(capabilities !== undefined && { capabilities: capabilitiesJson(capabilities) }),
    ...(memory !== undefined && { memory }),
  }
}

function capabilitiesJson(capabilities: Readonly<Record<string, readonly string[]>>): JsonObject {
  return Object.fromEntries(Object.entries(capabilities).map(([name, values]) => [name, [...values]]))
}

/** What a profile says of an image version besides its life: what of it runs where. A field that is not there is taken out. */
export type Description = Omit<MachineImageVersion, keyof ExpirableVersion>

const FIELDS = ['architectures', 'cri', 'kubeletVersionConstraint', 'inPlaceUpdates', 'capabilityFlavors'] as const

/**
 * The edit that describes a listed version of an image otherwise; null: nothing differs. Each field is put as a whole, as a file may
 * leave out what the API server fills in.
 */
export function describing(image: string, before: MachineImageVersion, after: Description): YamlEdit | null {
  const { version } = before
  const [was, is] = [imageVersionJson(before), imageVersionJson({ version, ...after })]
  const changes = FIELDS.flatMap((field) => {
    if (isDeepEqual(was[field], is[field])) return []
    const path = ['spec', 'machineImages', image, 'versions', version, field]
    return [is[field] === undefined ? { path } : { path, value: is[field] }]
  })
  return changes.length === 0 ? null : { kind: 'yaml', image, changes }
}
