import type { Shoot } from '@/lib/engine/types'
import { parseVersion } from './gardener-semver'
import { atLeastMinor, minorOf, withoutSuffix } from './version'

/** The release of Gardener whose code these rules are of: `major.minor`. */
export const RULES_RELEASE = '1.150'

/** The Kubernetes minors of 1 that this release supports, both included. A profile may list others, and maintenance goes to them. */
export const SUPPORTED_MINORS = { lowest: 32, highest: 36 }

/**
 * The minor of a Kubernetes version if it lies beyond those that this release supports, `1.37`: what it takes away is then not known.
 * Null: it is one of them, or cannot be read (docs/rules.md#minors-that-are-not-supported).
 */
export function unsupportedMinor(kubernetes: string): string | null {
  const version = parseVersion(withoutSuffix(kubernetes))
  if (version === null) return null
  const { lowest, highest } = SUPPORTED_MINORS
  const isSupported = version.major === 1 && lowest <= version.minor && version.minor <= highest
  return isSupported ? null : minorOf(version)
}

/** Whether a Gardener of this version may have other rules: it is of a later release. Null: the version cannot be read. */
export function isNewerThanRules(gardener: string): boolean | null {
  const version = parseVersion(gardener)
  return version === null ? null : atLeastMinor(version, 1, 151)
}

/**
 * Whether a rotation of the etcd encryption key that is due is passed over in silence while another one is in progress. Up to 1.150 the
 * maintenance fails in part for it, and that also holds where it is not known which Gardener works on the shoot
 * (docs/rules.md#rules-that-changed).
 */
export function passesOverRunningRotation({ gardenerVersion }: Pick<Shoot, 'gardenerVersion'>): boolean {
  return gardenerVersion !== undefined && isNewerThanRules(gardenerVersion) === true
}
