import { groupedBy } from '@/lib/engine/grouped'
import type { Capabilities, CloudProfile, MachineImage, MachineImageVersion, MachineType } from '@/lib/engine/types'

interface Versioned {
  readonly version: string
}

/** The versions of a list with exactly this text, in its order. */
export type ListedAs = <V extends Versioned>(versions: readonly V[], text: string) => readonly V[]

/** For a few questions. */
export const searched: ListedAs = (versions, text) => versions.filter(({ version }) => version === text)

/** For many questions about the same lists, of which each may have thousands of versions: each list is gone through once. */
export function indexed(): ListedAs {
  const lists = new Map<readonly Versioned[], ReadonlyMap<string, readonly Versioned[]>>()
  return <V extends Versioned>(versions: readonly V[], text: string) => {
    let byText = lists.get(versions) as ReadonlyMap<string, readonly V[]> | undefined
    if (byText === undefined) {
      byText = groupedBy(versions, ({ version }) => version)
      lists.set(versions, byText)
    }
    return byText.get(text) ?? []
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
  { profile, listedAs }: { readonly profile: CloudProfile; readonly listedAs: ListedAs },
  name: string,
  text: string,
): MachineImageVersion | undefined {
  for (const image of profile.machineImages) {
    const [found] = image.name === name ? listedAs(image.versions, text) : []
    if (found !== undefined) return found
  }
  return undefined
}

/** For sentences: `architecture: amd64; hypervisor: gen1, gen2`. */
export function describeCapabilities(capabilities: Capabilities | undefined): string {
  const entries = Object.entries(capabilities ?? {}).map(([name, values]) => `${name}: ${values.join(', ')}`)
  return entries.length === 0 ? 'none' : entries.join('; ')
}
