import {
  type ImageOverride,
  type ImageVersionOverride,
  mergeNamespacedProfile,
  type ProfileOverrides,
} from '@/lib/engine/api-server'
import { applyEdits, applyNamespacedEdit } from '@/lib/engine/edits'
import type { CloudProfile, MachineImage } from '@/lib/engine/types'
import type { Lists } from './changes'
import type { NamespacedSource } from './source'

/** A namespaced profile, given merged with its parent, and how it is edited. */
export function namespacedSource(parentName: string, parent: CloudProfile, merged: CloudProfile): NamespacedSource {
  const overrides = overridesOf(merged, parent)
  return {
    parentName,
    parent,
    edited: (edits) => {
      const { value, problems } = applyEdits(overrides, edits, (own, edit) => applyNamespacedEdit(own, parent, edit))
      return {
        profile: mergeNamespacedProfile(parent, value),
        problems,
        written: [listsOf(overrides), listsOf(value)],
      }
    },
  }
}

function listsOf({ kubernetes, machineImages }: ProfileOverrides): Lists {
  return {
    kubernetes,
    machineImages: machineImages.map(({ versions, ...image }) => ({
      ...image,
      versions: versions.map(({ version }) => version),
    })),
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
