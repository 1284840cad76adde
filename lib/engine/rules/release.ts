import type { Shoot } from '@/lib/engine/types'
import { parseVersion } from './gardener-semver'
import { atLeastMinor } from './version'

/** The release of Gardener whose code these rules are of: `major.minor`. */
export const RULES_RELEASE = '1.150'

/** Whether a Gardener of this version may have other rules: it is of a later release. Null: the version cannot be read. */
export function isNewerThanRules(gardener: string): boolean | null {
  const version = parseVersion(gardener)
  return version === null ? null : atLeastMinor(version, 1, 151)
}

/**
 * Whether a rotation of the etcd encryption key that is due is passed over in silence while another one is in progress. Up to 1.150 the
 * maintenance fails in part for it, and that also holds where nobody knows which Gardener works on the shoot
 * (docs/rules.md#rules-that-changed).
 */
export function passesOverRunningRotation({ gardenerVersion }: Pick<Shoot, 'gardenerVersion'>): boolean {
  return gardenerVersion !== undefined && isNewerThanRules(gardenerVersion) === true
}
