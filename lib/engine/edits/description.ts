import { isDeepEqual } from '@/lib/engine/deep-equal'
import type { ExpirableVersion, MachineImageVersion } from '@/lib/engine/types'
import type { YamlEdit } from './edit'
import { imageVersionJson } from './written'

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
