import type { MachineImageVersion, Stage } from '@/lib/engine/types'
import { compareVersions, parseVersion } from './gardener-semver'
import { isMinimumMet } from './image-filter'
import { isActive } from './lifecycle'
import { withoutSuffix } from './version'

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
  const { supported = false, minVersionForUpdate } = version.inPlaceUpdates ?? {}
  return {
    active: isActive(stage) || (stage === 'expired' && old !== undefined && !isLower(version.version, old)),
    architecture: architectures.includes(pool.architecture),
    inPlace: supported && (old === undefined || isMinimumMet(minVersionForUpdate, old)),
  }
}

/** By the three numbers only. */
function isLower(text: string, than: string): boolean {
  const [version, other] = [parseVersion(withoutSuffix(text)), parseVersion(withoutSuffix(than))]
  return version !== null && other !== null && compareVersions(version, other) < 0
}
