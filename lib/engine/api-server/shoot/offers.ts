import { flagAt, isObject, type Json, numberAt, objectsAt, textAt, textsAt } from '@/lib/engine/api-server/manifest'
import type { Capabilities, CloudProfile, MachineImage, MachineImageVersion, MachineType } from '@/lib/engine/types'

/**
 * What a CloudProfile offers beyond versions: which machine and volume types may be used, where, and how large they are.
 * Maintenance never looks at it, so the engine's `CloudProfile` has none of it; without it these rules are not checked.
 */
export interface Offers {
  /** Of the provider; undefined: it is not known, and not compared. */
  readonly type?: string
  readonly machines: readonly MachineOffer[]
  readonly volumes: readonly VolumeOffer[]
  readonly regions: readonly RegionOffer[]
  /** The most nodes that all pools together may have at least; undefined: no limit. */
  readonly maxNodesTotal: number | undefined
}

export interface MachineOffer {
  readonly name: string
  readonly usable: boolean
  /** Quantities, as written; empty if not given. */
  readonly cpu: string
  readonly memory: string
  readonly storage: { readonly type: string; readonly minSize: string } | undefined
}

export interface VolumeOffer {
  readonly name: string
  readonly usable: boolean
  readonly minSize: string | undefined
}

export interface RegionOffer {
  readonly name: string
  readonly zones: readonly {
    readonly name: string
    readonly unavailableMachineTypes: readonly string[]
    readonly unavailableVolumeTypes: readonly string[]
  }[]
}

export interface AdmissionProfile extends CloudProfile {
  readonly offers?: Offers
}

/** Reads the offers of `CloudProfile.spec`; what is missing or malformed counts as not offered. */
export function readOffers(spec: unknown): Offers {
  const profile: Json = isObject(spec) ? spec : {}
  const type = textAt(profile, 'type')
  return {
    ...(type !== undefined && { type }),
    machines: objectsAt(profile, 'machineTypes').map((machine) => {
      const minSize = textAt(machine, 'storage', 'minSize')
      return {
        name: textAt(machine, 'name') ?? '',
        usable: flagAt(machine, 'usable') ?? false,
        cpu: textAt(machine, 'cpu') ?? '',
        memory: textAt(machine, 'memory') ?? '',
        storage: minSize === undefined ? undefined : { type: textAt(machine, 'storage', 'type') ?? '', minSize },
      }
    }),
    volumes: objectsAt(profile, 'volumeTypes').map((volume) => ({
      name: textAt(volume, 'name') ?? '',
      usable: flagAt(volume, 'usable') ?? false,
      minSize: textAt(volume, 'minSize'),
    })),
    regions: objectsAt(profile, 'regions').map((region) => ({
      name: textAt(region, 'name') ?? '',
      zones: objectsAt(region, 'zones').map((zone) => ({
        name: textAt(zone, 'name') ?? '',
        unavailableMachineTypes: textsAt(zone, 'unavailableMachineTypes'),
        unavailableVolumeTypes: textsAt(zone, 'unavailableVolumeTypes'),
      })),
    })),
    maxNodesTotal: numberAt(profile, 'limits', 'maxNodesTotal'),
  }
}

/** The machine type's own architecture: the only one that its capabilities allow, else the field; empty if unknown. */
export function architectureOf(machine: MachineType, profile: CloudProfile): string {
  const definition = profile.machineCapabilities?.find(({ name }) => name === 'architecture')
  const values = definition === undefined ? [] : (machine.capabilities?.architecture ?? definition.values)
  return (values.length === 1 ? values[0] : machine.architecture) ?? ''
}

export function machineNamed(profile: CloudProfile, name: string): MachineType | undefined {
  return profile.machineTypes.find((machine) => machine.name === name)
}

export function imageNamed(profile: CloudProfile, name: string): MachineImage | undefined {
  return profile.machineImages.find((image) => image.name === name)
}

/** The version with exactly this text, whichever of several images of the name has it. */
export function imageVersionNamed(
  { machineImages }: CloudProfile,
  name: string,
  text: string,
): MachineImageVersion | undefined {
  const ofName = machineImages.filter((image) => image.name === name)
  return ofName.flatMap(({ versions }) => versions.find(({ version }) => version === text) ?? [])[0]
}

/** For sentences: `architecture: amd64; hypervisor: gen1, gen2`. */
export function describeCapabilities(capabilities: Capabilities | undefined): string {
  const entries = Object.entries(capabilities ?? {}).map(([name, values]) => `${name}: ${values.join(', ')}`)
  return entries.length === 0 ? 'none' : entries.join('; ')
}
