import {
  hasAny,
  type ImageOverride,
  type ImageVersionOverride,
  isWholeVersion,
  type ProfileOverrides,
} from '@/lib/engine/api-server'
import { isDeepEqual, type JsonObject } from '@/lib/engine/json'
import { formatInstant } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, MachineImage, MachineImageVersion } from '@/lib/engine/types'
import type { VersionLife, YamlEdit } from './edit'

/** What the engine keeps of a profile, as its object has it: the way back of `read-profile.ts`. */

/** The object of a CloudProfile, as far as the engine keeps it. */
export function profileJson(profile: CloudProfile): JsonObject {
  const { kubernetes: versions, machineImages, machineTypes, machineCapabilities } = profile
  const images = machineImages.map(imageJson)
  return { spec: jsonOf({ kubernetes: { versions }, machineImages: images, machineTypes, machineCapabilities }) }
}

/** The object of a NamespacedCloudProfile, likewise. */
export function overridesJson({ kubernetes: versions, machineImages, machineTypes }: ProfileOverrides): JsonObject {
  return {
    spec: jsonOf({
      kubernetes: hasAny(versions) ? { versions } : undefined,
      machineImages: hasAny(machineImages) ? machineImages.map(imageJson) : undefined,
      machineTypes: hasAny(machineTypes) ? machineTypes : undefined,
    }),
  }
}

export function lifeJson({ classification, expirationDate, lifecycle }: VersionLife): JsonObject {
  return jsonOf({ classification, expirationDate, lifecycle })
}

export function versionJson(version: ExpirableVersion): JsonObject {
  return { version: version.version, ...lifeJson(version) }
}

export function imageJson({ name, updateStrategy, versions }: MachineImage | ImageOverride): JsonObject {
  return jsonOf({ name, updateStrategy, versions: versions.map(imageVersionJson) })
}

export function imageVersionJson(listed: ImageVersionOverride): JsonObject {
  if (!isWholeVersion(listed)) return versionJson(listed)
  const { architectures, cri, kubeletVersionConstraint, capabilityFlavors, inPlaceUpdates } = listed
  const runtimes = cri.map(({ name, containerRuntimes }) => ({
    name,
    containerRuntimes: hasAny(containerRuntimes) ? containerRuntimes.map((type) => ({ type })) : undefined,
  }))
  return {
    ...versionJson(listed),
    ...jsonOf({
      architectures: hasAny(architectures) ? architectures : undefined,
      cri: hasAny(runtimes) ? runtimes : undefined,
      kubeletVersionConstraint,
      capabilityFlavors,
      inPlaceUpdates,
    }),
  }
}

/** The JSON of an object without fields that are undefined. The only numbers that the engine keeps of a profile are instants. */
function jsonOf(object: object): JsonObject {
  return JSON.parse(JSON.stringify(object, (_, value) => (typeof value === 'number' ? formatInstant(value) : value)))
}

/** What a profile says of an image version besides its life: what of it runs where. A field that is not there is taken out. */
export type ImageDescription = Omit<MachineImageVersion, keyof ExpirableVersion>

const FIELDS = ['architectures', 'cri', 'kubeletVersionConstraint', 'inPlaceUpdates', 'capabilityFlavors'] as const

/**
 * The edit that describes a listed version of an image otherwise; null: nothing differs. Each field is put as a whole, as a file may
 * leave out what the API server fills in.
 */
export function describing(image: string, before: MachineImageVersion, after: ImageDescription): YamlEdit | null {
  const { version } = before
  const [was, is] = [imageVersionJson(before), imageVersionJson({ version, ...after })]
  const changes = FIELDS.flatMap((field) => {
    if (isDeepEqual(was[field], is[field])) return []
    const path = ['spec', 'machineImages', image, 'versions', version, field]
    return [is[field] === undefined ? { path } : { path, value: is[field] }]
  })
  return changes.length === 0 ? null : { kind: 'yaml', image, changes }
}
