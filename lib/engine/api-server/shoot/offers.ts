import type { SubmittedSpec } from '@/lib/engine/api-server/profile/submitted'
import type { Capabilities, CloudProfile, MachineImage, MachineImageVersion, MachineType } from '@/lib/engine/types'

export interface AdmissionProfile extends CloudProfile {
  /**
   * The specification with what it offers beyond versions: which machine and volume types may be used, where, and how large they are.
   * Maintenance never looks at it; without it these rules are not checked.
   */
  readonly offers?: SubmittedSpec
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

/** Capabilities as a part of a sentence: `architecture: amd64; hypervisor: gen1, gen2`. */
export function describeCapabilities(capabilities: Capabilities | undefined): string {
  const entries = Object.entries(capabilities ?? {}).map(([name, values]) => `${name}: ${values.join(', ')}`)
  return entries.length === 0 ? 'none' : entries.join('; ')
}
