import { formatInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { checkExpirable, checkSupported, latestOf } from './expirable'
import { duplicate, invalid, type Refusal, required } from './refusal'
import type { SubmittedVersion } from './submitted'

/** Kubernetes versions have exactly three numbers. */
const PATTERN = /^([0-9]+\.){2}[0-9]+$/

/** What the API server wants of a profile's Kubernetes versions. `field` is the path of `kubernetes`. */
export function checkKubernetes(versions: readonly SubmittedVersion[], now: Instant, field: string): Refusal[] {
  const path = `${field}.versions`
  return [
    ...(versions.length === 0 ? [required(path, 'must provide at least one Kubernetes version')] : []),
    ...checkLatest(versions, path),
    ...checkKubernetesList(versions, field),
    ...versions.flatMap((version, i) => checkSupported(version, versions, now, `${path}[${i}]`)),
  ]
}

/** Spelling, repetition and stages; what a namespaced profile is checked for as well. */
export function checkKubernetesList(versions: readonly SubmittedVersion[], field: string): Refusal[] {
  return versions.flatMap((version, i) => {
    const path = `${field}.versions[${i}]`
    const first = versions.findIndex((other) => other.version === version.version)
    const spelling = PATTERN.test(version.version)
      ? first < i
        ? [duplicate(`${path}.version`, version.version)]
        : []
      : [invalid(path, `all Kubernetes versions must match the regex ${PATTERN.source}`)]
    return [...spelling, ...checkExpirable(version, path)]
  })
}

/** The highest version, previews included, may not end: otherwise clusters would have nowhere to go. */
function checkLatest(versions: readonly SubmittedVersion[], path: string): Refusal[] {
  const latest = latestOf(versions)
  if (latest.kind !== 'latest') {
    return [invalid(path, 'failed to determine the latest kubernetes version from the cloud profile')]
  }
  const { version, expirationDate, lifecycle } = latest.version
  const refusals: Refusal[] = []
  const date = expirationDate === undefined ? null : formatInstant(expirationDate)
  if (date !== null) {
    const detail = `expiration date of latest kubernetes version ('${version}') must not be set`
    refusals.push(invalid(`${path}[].expirationDate`, detail, date))
  }
  if (lifecycle?.at(-1)?.classification === 'expired') {
    const detail = `classification expired of latest kubernetes version ('${version}') must not be set`
    // The value is the (missing) expiration date here as well.
    refusals.push(invalid(`${path}[].lifecycle`, detail, date))
  }
  return refusals
}
