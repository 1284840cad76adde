import { addTo } from '@/lib/engine/grouped'
import {
  compareVersions,
  hasStages,
  minorOf,
  parseVersion,
  stageAt,
  type Version,
  versionError,
} from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { ProfileFindings } from './profile-refusals'
import type { SubmittedVersion } from './submitted'

/** The stages in the order in which a version passes through them; an unknown word counts as the first. */
const ORDER = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']
const WORDS = ['deprecated', 'expired', 'preview', 'supported']

/** What the API server wants of the words and times of one version (docs/rules.md#profile-validation). */
export function checkExpirable(found: ProfileFindings, version: SubmittedVersion, field: string): void {
  const { classification, expirationDate, lifecycle } = version
  const path = `${field}.lifecycle`
  if (hasStages(version) && !found.gates.lifecycle) {
    const detail = 'lifecycles are not allowed with disabled VersionClassificationLifecycle feature gate'
    found.forbidden('lifecycle-disabled', path, detail)
    return
  }
  if (classification !== undefined && !WORDS.includes(classification)) {
    found.notSupported('classification-unknown', `${field}.classification`, classification, WORDS)
  }
  if (lifecycle === undefined && classification === 'expired') {
    found.forbidden('classification-expired', `${field}.classification`, 'cannot specify `classification` expired')
  }
  if (lifecycle === undefined || lifecycle.length === 0) return
  if (classification !== undefined || expirationDate !== undefined) {
    const detail = 'cannot specify `classification` or `expirationDate` in combination with `lifecycle`'
    found.forbidden('classification-with-lifecycle', field, detail)
  }
  const words = lifecycle.map((stage) => stage.classification)
  words.forEach((word, i) => {
    if (!WORDS.includes(word)) found.notSupported('classification-unknown', `${path}[${i}].classification`, word, WORDS)
  })
  words.forEach((word, i) => {
    if (words.indexOf(word) < i) found.duplicate('stage-twice', `${path}[${i}].classification`, word)
  })
  words.forEach((word, i) => {
    const previous = words[i - 1]
    if (previous === undefined || rank(previous) <= rank(word)) return
    const expected = 'lifecycle classifications not in expected order (preview, supported, deprecated, expired)'
    const detail = `${expected}: ${word} must be before ${previous}`
    found.invalid('stages-out-of-order', `${path}[${i}].classification`, detail, word)
  })
  checkStartTimes(found, lifecycle, path)
}

function rank(classification: string): number {
  return Math.max(ORDER.indexOf(classification), 0)
}

/** Checks that only the first stage is without a time, and that the others do not go back in time. */
function checkStartTimes(
  found: ProfileFindings,
  [first, ...others]: NonNullable<SubmittedVersion['lifecycle']>,
  path: string,
): void {
  let previous = first?.startTime ?? Number.NEGATIVE_INFINITY
  for (const [i, { startTime }] of others.entries()) {
    const field = `${path}[${i + 1}]`
    if (startTime === undefined) {
      const detail = 'only the leading lifecycle elements can have the start time optional'
      found.required('stage-without-start', field, detail)
      continue
    }
    if (startTime < previous) {
      const detail = 'lifecycle start times must be monotonically increasing'
      found.invalid('stages-out-of-time', field, detail, spelledOut(startTime))
    }
    previous = startTime
  }
}

/** A time as the API server shows those of stages, e.g. `2026-04-13 00:00:00 +0000 UTC`. */
function spelledOut(instant: Instant): string {
  return `${formatInstant(instant).replace('T', ' ').replace(/Z$/, '')} +0000 UTC`
}

/**
 * One supported version per minor. Only a version with the legacy field that is supported now is checked, against every other
 * of its minor that carries `supported` in either form, expired or still to come. Each clash is one refusal. The list is looked at once
 * for all of its versions.
 */
export function supportedCheck<T extends SubmittedVersion>(
  found: ProfileFindings,
  all: readonly T[],
): (version: T, field: string) => void {
  const byMinor = supportedByMinor(all)
  return (version, field) => {
    const parsed = parseVersion(version.version)
    if (byMinor === null || parsed === null) return
    if (version.classification === undefined || stageAt(version, found.now) !== 'supported') return
    const own = supportedSpan(version)
    const clashes = (byMinor.get(minorOf(parsed)) ?? []).filter(
      ({ span, parsed: candidate }) => compareVersions(candidate, parsed) !== 0 && supportedTogether(own, span),
    ).length
    if (clashes === 0) return
    const clash = `unable to add version ${JSON.stringify(version.version)} with classification "supported". "supported" lifecycle stages must not overlap per minor version`
    found.forbidden('supported-twice', field, clash)
    found.repeatLast(clashes - 1)
  }
}

interface SupportedVersion {
  readonly span: SupportedSpan
  readonly parsed: Version
}

/** Null: one of them cannot be read, and then none is checked. */
function supportedByMinor(all: readonly SubmittedVersion[]): ReadonlyMap<string, readonly SupportedVersion[]> | null {
  const byMinor = new Map<string, SupportedVersion[]>()
  for (const other of all) {
    if (!carriesSupported(other)) continue
    const parsed = parseVersion(other.version)
    if (parsed === null) return null
    addTo(byMinor, minorOf(parsed), { span: supportedSpan(other), parsed })
  }
  return byMinor
}

function carriesSupported({ classification, lifecycle }: SubmittedVersion): boolean {
  return classification === 'supported' || lifecycle?.some((stage) => stage.classification === 'supported') === true
}

/**
 * Whether the API server counts two versions as supported at the same time: without stages on both sides always, else if one of them
 * stays supported for good.
 */
function supportedTogether(left: SupportedSpan, right: SupportedSpan): boolean {
  if (left === 'legacy' || right === 'legacy') return true
  if (left === 'never' || right === 'never') return false
  if (left.end === undefined && right.end === undefined) return true
  if (left.end === undefined) return left.start === undefined || beginsBefore(left.start, right.end)
  if (right.end === undefined) return right.start === undefined || beginsBefore(right.start, left.end)
  return false
}

type SupportedSpan = 'legacy' | 'never' | { start: Instant | undefined; end: { time: Instant | undefined } | undefined }

function supportedSpan({ lifecycle = [] }: SubmittedVersion): SupportedSpan {
  if (lifecycle.length === 0) return 'legacy'
  const supported = lifecycle.find(({ classification }) => classification === 'supported')
  if (supported === undefined) return 'never'
  const next = lifecycle.find(({ classification }) => ORDER.indexOf(classification) > ORDER.indexOf('supported'))
  return { start: supported.startTime, end: next === undefined ? undefined : { time: next.startTime } }
}

function beginsBefore(start: Instant, end: { time: Instant | undefined } | undefined): boolean {
  return end?.time !== undefined && start < end.time
}

/** The highest version in list order, previews included, or the first text that is no version. */
export function latestVersion<T extends SubmittedVersion>(
  versions: readonly T[],
):
  | { readonly kind: 'latest'; readonly version: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly text: string; readonly error: string } {
  let latest: { readonly version: T; readonly parsed: Version } | undefined
  for (const version of versions) {
    const parsed = parseVersion(version.version)
    if (parsed === null) return { kind: 'unreadable', text: version.version, error: versionError(version.version) }
    if (latest === undefined || compareVersions(parsed, latest.parsed) > 0) latest = { version, parsed }
  }
  return latest === undefined ? { kind: 'none' } : { kind: 'latest', version: latest.version }
}

/** A version that has begun its life may not be made unavailable again. */
export function checkNotUnavailableAgain(
  found: ProfileFindings,
  before: readonly SubmittedVersion[],
  after: readonly SubmittedVersion[],
  field: string,
): void {
  const old = new Map(before.map((version) => [version.version, version]))
  after.forEach((version, i) => {
    const previous = old.get(version.version)
    if (previous === undefined || stageAt(previous, found.now) === 'unavailable') return
    if (stageAt(version, found.now) !== 'unavailable') return
    const detail = 'a version cannot be turned unavailable if it was already moved into a later lifecycle stage'
    found.forbidden('unavailable-again', `${field}[${i}]`, detail)
  })
}
