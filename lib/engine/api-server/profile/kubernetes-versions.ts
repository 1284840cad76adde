import type { ProfileRefusal } from '@/lib/engine/refusal'
import { formatInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type Clashes, checkExpirable, latestOf, supportedCheck } from './expirable'
import { about, duplicate, invalid, required } from './refusal'
import type { SubmittedVersion } from './submitted'

/** Kubernetes versions have exactly three numbers. */
const PATTERN = /^([0-9]+\.){2}[0-9]+$/

/** What the API server wants of a profile's Kubernetes versions. `field` is the path of `kubernetes`. */
export function checkKubernetes(
  versions: readonly SubmittedVersion[],
  now: Instant,
  field: string,
  clashes?: Clashes,
): ProfileRefusal[] {
  const path = `${field}.versions`
  const checkSupported = supportedCheck(versions, now, clashes)
  return [
    ...(versions.length === 0
      ? [required('no-kubernetes-version', path, 'must provide at least one Kubernetes version')]
      : []),
    ...checkLatest(versions, path),
    ...checkKubernetesList(versions, field),
    ...versions.flatMap((version, i) => about({ version: version.version }, checkSupported(version, `${path}[${i}]`))),
  ]
}

/** Spelling, repetition and stages; what a namespaced profile is checked for as well. */
export function checkKubernetesList(versions: readonly SubmittedVersion[], field: string): ProfileRefusal[] {
  const seen = new Set<string>()
  return versions.flatMap((version, i) => {
    const path = `${field}.versions[${i}]`
    const isRepeated = seen.has(version.version)
    seen.add(version.version)
    const spelling = PATTERN.test(version.version)
      ? isRepeated
        ? [duplicate('kubernetes-version-twice', `${path}.version`, version.version)]
        : []
      : [invalid('kubernetes-version-spelling', path, `all Kubernetes versions must match the regex ${PATTERN.source}`)]
    return about({ version: version.version }, [...spelling, ...checkExpirable(version, path)])
  })
}

/** The highest version, previews included, may not end: otherwise clusters would have nowhere to go. */
function checkLatest(versions: readonly SubmittedVersion[], path: string): ProfileRefusal[] {
  const latest = latestOf(versions)
  if (latest.kind !== 'latest') {
    return [
      invalid(
        'latest-version-unknown',
        path,
        'failed to determine the latest kubernetes version from the cloud profile',
      ),
    ]
  }
  const { version, expirationDate, lifecycle } = latest.version
  const refusals: ProfileRefusal[] = []
  const date = expirationDate === undefined ? null : formatInstant(expirationDate)
  if (date !== null) {
    const detail = `expiration date of latest kubernetes version ('${version}') must not be set`
    refusals.push(invalid('latest-version-expires', `${path}[].expirationDate`, detail, date))
  }
  if (lifecycle?.at(-1)?.classification === 'expired') {
    const detail = `classification expired of latest kubernetes version ('${version}') must not be set`
    // The value is the (missing) expiration date here as well.
    refusals.push(invalid('latest-version-expires', `${path}[].lifecycle`, detail, date))
  }
  return about({ version }, refusals)
}
