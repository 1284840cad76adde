import { compareVersions, parseConstraint, parseVersion, type ReadVersion, satisfies } from './gardener-semver'
import { hasThreeNumbers, isMinorsAhead, type Version, withoutSuffix } from './version'

/** What the API server finds wrong with a Kubernetes version beside another one; `unreadable`: which of them is no version. */
export type VersionFault =
  | { readonly rule: 'version-unreadable'; readonly unreadable: string }
  | {
      readonly rule: 'version-downgrade' | 'version-skips-minor' | 'pool-above-control-plane' | 'pool-too-far-behind'
    }

/**
 * Kubernetes and image versions as the API server compares them on a write: suffixes such as `-rc1` do not count. Null: one of
 * them cannot be read.
 */
export function compareWithoutSuffix(a: string, b: string, readVersion: ReadVersion = parseVersion): number | null {
  const [left, right] = [readVersion(withoutSuffix(a)), readVersion(withoutSuffix(b))]
  return left === null || right === null ? null : compareVersions(left, right)
}

/**
 * A Kubernetes version never goes back. It moves by at most one minor, except on rolling pools, which may skip some
 * (docs/rules.md#version-steps). Each of the two questions reads the version anew and says so where it cannot.
 */
export function stepFaults(
  to: string,
  from: string,
  maySkip: boolean,
  readVersion: ReadVersion = parseVersion,
): readonly VersionFault[] {
  // Of the version to come the suffix is not read, also one that could not be.
  const [target, current] = [readVersion(withoutSuffix(to)), readVersion(from)]
  if (target === null) return maySkip ? [unreadable(to)] : [unreadable(to), unreadable(to)]
  if (current === null) return [unreadable(from)]
  const faults: VersionFault[] = []
  if ((compareWithoutSuffix(to, from, readVersion) ?? 0) < 0) faults.push({ rule: 'version-downgrade' })
  if (!maySkip && isMinorsAhead(current, target, 2)) faults.push({ rule: 'version-skips-minor' })
  return faults
}

/**
 * A pool runs no newer version than the control plane, and one that is at most three minors older
 * (docs/rules.md#version-steps). A control plane such as `1.35.x`, which is refused for other reasons, counts as all versions of
 * that minor.
 */
export function skewFaults(
  controlPlane: string,
  pool: string,
  readVersion: ReadVersion = parseVersion,
): readonly VersionFault[] {
  const [upper, lower] = [readVersion(controlPlane), readVersion(withoutSuffix(pool))]
  if (lower === null) return [unreadable(pool), unreadable(pool)]
  const faults: VersionFault[] = []
  const isAbove =
    upper !== null && hasThreeNumbers(controlPlane)
      ? compareVersions(lower, upper) > 0
      : isAboveAll(lower, controlPlane)
  if (isAbove === null) faults.push(unreadable(controlPlane))
  else if (isAbove) faults.push({ rule: 'pool-above-control-plane' })
  if (upper === null) faults.push(unreadable(controlPlane))
  else if (isMinorsAhead(lower, upper, 4)) faults.push({ rule: 'pool-too-far-behind' })
  return faults
}

/** Whether a version is above all that a text may mean; null: the text means none. */
function isAboveAll(version: Version, text: string): boolean | null {
  const constraint = parseConstraint(`> ${withoutSuffix(text)}`)
  return constraint === null ? null : satisfies(version, constraint)
}

function unreadable(text: string): VersionFault {
  return { rule: 'version-unreadable', unreadable: text }
}
