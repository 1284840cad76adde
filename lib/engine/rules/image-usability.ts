import type { MachineImageVersion, Stage } from '@/lib/engine/types'
import { canUpdateInPlace } from './image-filter'
import { isActive } from './lifecycle'
import { compareWithoutSuffix } from './version-steps'

/** Whether the API server lets a pool be given an image version. For pools that are rolled `inPlace` does not count. */
export interface Usability {
  readonly active: boolean
  readonly architecture: boolean
  readonly inPlace: boolean
}

/**
 * How the API server judges an image version for a pool that changes to it (docs/rules.md#usable-images): it must be
 * active, for a pool that exists also expired but not lower than the version `old` that it has; it must run on the
 * architecture; and in place it must support updates at all, and those from `old`.
 */
export function usabilityOf(
  version: MachineImageVersion,
  stage: Stage,
  architectures: readonly string[],
  pool: { readonly architecture: string; readonly old: string | undefined },
): Usability {
  const { old } = pool
  return {
    active:
      isActive(stage) ||
      (stage === 'expired' && old !== undefined && (compareWithoutSuffix(version.version, old) ?? 0) >= 0),
    architecture: architectures.includes(pool.architecture),
    inPlace: canUpdateInPlace(version, old),
  }
}
