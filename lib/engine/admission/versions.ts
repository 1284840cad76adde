import { compareVersions, isMinorsAhead, parseVersion, withoutSuffix } from '@/lib/engine/version'
import { type Found, forbidden, invalid } from './refusal'

/** Kubernetes and image versions as the API server compares them on a write: suffixes such as `-rc1` do not count. */
export function compareTexts(a: string, b: string): number | null {
  const [left, right] = [parseVersion(withoutSuffix(a)), parseVersion(withoutSuffix(b))]
  return left === null || right === null ? null : compareVersions(left, right)
}

/**
 * A Kubernetes version never goes back. It moves by at most one minor, except on rolling pools, which may skip some
 * (vectors README, shoots created or changed by users; Impact).
 */
export function refuseVersionStep(to: string, from: string, maySkip: boolean, field: string): readonly Found[] {
  const [target, current] = [parseVersion(to), parseVersion(from)]
  if (target === null) return [unreadable(field, to)]
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

/** A pool runs no newer version than the control plane, and one that is at most three minors older. */
export function refuseVersionSkew(controlPlane: string, pool: string, field: string): readonly Found[] {
  const [upper, lower] = [parseVersion(controlPlane), parseVersion(pool)]
  if (upper === null) return [unreadable(field, controlPlane)]
  if (lower === null) return [unreadable(field, pool)]
  const found: Found[] = []
  if ((compareTexts(pool, controlPlane) ?? 0) > 0) {
    const detail = `${pool} is higher than the control plane's ${controlPlane}: update the control plane first.`
    found.push(forbidden(field, 'pool-above-control-plane', detail))
  }
  if (isMinorsAhead(lower, upper, 4)) {
    const detail = `${pool} is more than three minors behind the control plane's ${controlPlane}: update the pool first.`
    found.push(forbidden(field, 'pool-too-far-behind', detail))
  }
  return found
}

function unreadable(field: string, text: string): Found {
  return invalid(field, 'version-unreadable', `"${text}" is no version.`, { value: text })
}
