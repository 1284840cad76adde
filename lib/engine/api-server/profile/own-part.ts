import type { CloudProfile } from '@/lib/engine/types'
import type { OWN_PARTS } from '@/lib/engine/words'
import type { ProfileOverrides } from './namespaced'

export type OwnPart = (typeof OWN_PARTS)[number]

/**
 * Whose word a version of a namespaced profile is (docs/rules.md#namespaced-profiles). An override that says what the parent says is
 * one all the same: it stays as it is when the parent changes.
 * @param image a machine image; null: Kubernetes
 * @param version one that the namespaced profile gives, merged with its parent
 */
export function ownPart(
  { kubernetes, machineImages }: ProfileOverrides,
  parent: CloudProfile,
  image: string | null,
  version: string,
): OwnPart {
  const own =
    image === null ? kubernetes : machineImages.find(({ name }) => name === image)?.versions.map((one) => one.version)
  const inherited =
    image === null ? parent.kubernetes : parent.machineImages.find(({ name }) => name === image)?.versions
  if (!inherited?.some((one) => one.version === version)) return 'adds'
  return own?.some((one) => one.version === version) ? 'overrides' : 'inherits'
}

/**
 * Kubernetes versions for which a namespaced profile has a date, and which its parent does not list: nothing comes of them
 * (docs/rules.md#namespaced-profiles). The API server takes no such date, but the parent may lose a version later.
 */
export function idleOverrides({ kubernetes }: ProfileOverrides, parent: CloudProfile): readonly string[] {
  const listed = new Set(parent.kubernetes.map(({ version }) => version))
  return kubernetes.map(({ version }) => version).filter((version) => !listed.has(version))
}
