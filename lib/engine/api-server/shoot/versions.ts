import {
  compareVersions,
  isMinorsAhead,
  parseConstraint,
  parseVersion,
  satisfies,
  withoutSuffix,
} from '@/lib/engine/rules'
import { type Found, forbidden, invalid } from './refusal'

/** Kubernetes and image versions as the API server compares them on a write: suffixes such as `-rc1` do not count. */
export function compareTexts(a: string, b: string): number | null {
  const [left, right] = [parseVersion(withoutSuffix(a)), parseVersion(withoutSuffix(b))]
  return left === null || right === null ? null : compareVersions(left, right)
}

/**
 * A Kubernetes version never goes back. It moves by at most one minor, except on rolling pools, which may skip some
 * (docs/rules.md#version-steps).
 */
export function refuseVersionStep(to: string, from: string, maySkip: boolean, field: string): readonly Found[] {
  const [target, current] = [parseVersion(to), parseVersion(from)]
  if (target === null) return maySkip ? [unreadable(field, to)] : [unreadable(field, to), unreadable(field, to)]
  if (current === null) return [unreadable(field, from)]
  const found: Found[] = []
  if ((compareTexts(to, from) ?? 0) < 0) {
    found.push(forbidden(field, 'version-downgrade', `${to} is lower than ${from}: Kubernetes cannot be downgraded.`))
  }
  if (!maySkip && isMinorsAhead(current, target, 2)) {
    const detail = `From ${from} to ${to} a minor version would be skipped: update to the next minor first.`
    found.push(forbidden(field, 'version-skips-minor', detail))
  }
  return found
}

/**
 * A pool runs no newer version than the control plane, and one that is at most three minors older. A control plane such as
 * `1.35.x`, which is refused for other reasons, counts as all versions of that minor.
 */
export function refuseVersionSkew(controlPlane: string, pool: string, field: string): readonly Found[] {
  const [upper, lower] = [parseVersion(controlPlane), parseVersion(withoutSuffix(pool))]
  if (lower === null) return [unreadable(field, pool), unreadable(field, pool)]
  const above = parseConstraint(`> ${withoutSuffix(controlPlane)}`)
  const found: Found[] = []
  if (above === null) found.push(unreadable(field, controlPlane))
  else if (satisfies(lower, above)) {
    const detail = `${pool} is higher than the control plane's ${controlPlane}: update the control plane first.`
    found.push(forbidden(field, 'pool-above-control-plane', detail))
  }
  if (upper === null) found.push(unreadable(field, controlPlane))
  else if (isMinorsAhead(lower, upper, 4)) {
    const detail = `${pool} is more than three minors behind the control plane's ${controlPlane}: update the pool first.`
    found.push(forbidden(field, 'pool-too-far-behind', detail))
  }
  return found
}

export function unreadable(field: string, text: string): Found {
  return invalid(field, 'version-unreadable', `"${text}" is no version.`, { value: text })
}
