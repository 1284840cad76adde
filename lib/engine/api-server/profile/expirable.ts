import { addTo } from '@/lib/engine/grouped'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { compareVersions, hasStages, minorOf, parseVersion, type Version, versionError } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { duplicate, forbidden, invalid, notSupported, required } from './profile-refusals'
import { type SubmittedStage, type SubmittedVersion, submittedStage } from './submitted'

/** Feature gates of the API server about profiles. */
export interface Gates {
  /** `VersionClassificationLifecycle` */
  readonly lifecycle: boolean
  /** `CloudProfileCapabilities` */
  readonly capabilities: boolean
}

export const ALL_GATES: Gates = { lifecycle: true, capabilities: true }

/** In the order in which a version passes through them; an unknown word counts as the first. */
const ORDER = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']
const WORDS = ['deprecated', 'expired', 'preview', 'supported']

/** What the API server wants of the words and times of one version (docs/rules.md#profile-validation). */
export function checkExpirable(version: SubmittedVersion, field: string, gates: Gates): ProfileRefusal[] {
  const { classification, expirationDate, lifecycle } = version
  if (hasStages(version) && !gates.lifecycle) {
    const detail = 'lifecycles are not allowed with disabled VersionClassificationLifecycle feature gate'
    return [forbidden('lifecycle-disabled', `${field}.lifecycle`, detail)]
  }
  const refusals: ProfileRefusal[] = []
  if (classification !== undefined && !WORDS.includes(classification)) {
    refusals.push(notSupported('classification-unknown', `${field}.classification`, classification, WORDS))
  }
  if (lifecycle === undefined && classification === 'expired') {
    refusals.push(
      forbidden('classification-expired', `${field}.classification`, 'cannot specify `classification` expired'),
    )
  }
  if (lifecycle === undefined || lifecycle.length === 0) return refusals
  if (classification !== undefined || expirationDate !== undefined) {
    refusals.push(
      forbidden(
        'classification-with-lifecycle',
        field,
        'cannot specify `classification` or `expirationDate` in combination with `lifecycle`',
      ),
    )
  }
  const path = `${field}.lifecycle`
  return [
    ...refusals,
    ...checkWords(lifecycle, path),
    ...checkRepetition(lifecycle, path),
    ...checkOrder(lifecycle, path),
    ...checkStartTimes(lifecycle, path),
  ]
}

function checkWords(lifecycle: readonly SubmittedStage[], path: string): ProfileRefusal[] {
  return lifecycle.flatMap(({ classification }, i) =>
    WORDS.includes(classification)
      ? []
      : [notSupported('classification-unknown', `${path}[${i}].classification`, classification, WORDS)],
  )
}

function checkRepetition(lifecycle: readonly SubmittedStage[], path: string): ProfileRefusal[] {
  return lifecycle.flatMap(({ classification }, i) =>
    lifecycle.findIndex((stage) => stage.classification === classification) < i
      ? [duplicate('stage-twice', `${path}[${i}].classification`, classification)]
      : [],
  )
}

function checkOrder(lifecycle: readonly SubmittedStage[], path: string): ProfileRefusal[] {
  return lifecycle.flatMap(({ classification }, i) => {
    const previous = lifecycle[i - 1]?.classification
    if (previous === undefined || rank(previous) <= rank(classification)) return []
    const expected = 'lifecycle classifications not in expected order (preview, supported, deprecated, expired)'
    return [
      invalid(
        'stages-out-of-order',
        `${path}[${i}].classification`,
        `${expected}: ${classification} must be before ${previous}`,
        classification,
      ),
    ]
  })
}

function rank(classification: string): number {
  return Math.max(ORDER.indexOf(classification), 0)
}

/** Only the first stage may be without a time; the others do not go back in time. */
function checkStartTimes(lifecycle: readonly SubmittedStage[], path: string): ProfileRefusal[] {
  const refusals: ProfileRefusal[] = []
  let previous = lifecycle[0]?.startTime ?? Number.NEGATIVE_INFINITY
  lifecycle.forEach(({ startTime }, i) => {
    if (i === 0) return
    if (startTime === undefined) {
      refusals.push(
        required(
          'stage-without-start',
          `${path}[${i}]`,
          'only the leading lifecycle elements can have the start time optional',
        ),
      )
      return
    }
    if (startTime < previous) {
      refusals.push(
        invalid(
          'stages-out-of-time',
          `${path}[${i}]`,
          'lifecycle start times must be monotonically increasing',
          spelledOut(startTime),
        ),
      )
    }
    previous = startTime
  })
  return refusals
}

/** As the API server shows the times of stages, e.g. `2026-04-13 00:00:00 +0000 UTC`. */
function spelledOut(instant: Instant): string {
  return `${formatInstant(instant).replace('T', ' ').replace(/Z$/, '')} +0000 UTC`
}

/**
 * One supported version per minor. Only a version with the legacy field that is supported now is checked, against every other
 * of its minor that carries `supported` in either form, expired or still to come. Each clash is one refusal. The list is looked at once
 * for all of its versions.
 */
export function supportedCheck<T extends SubmittedVersion>(
  all: readonly T[],
  now: Instant,
): (version: T, field: string) => ProfileRefusal[] {
  const byMinor = supportedByMinor(all)
  return (version, field) => {
    const parsed = parseVersion(version.version)
    if (byMinor === null || parsed === null) return []
    if (version.classification === undefined || submittedStage(version, now) !== 'supported') return []
    const clash = `unable to add version ${JSON.stringify(version.version)} with classification "supported". "supported" lifecycle stages must not overlap per minor version`
    // One object for all: there may be very many.
    const refusal = forbidden('supported-twice', field, clash)
    const own = supportedSpan(version)
    const isClash = ({ span, parsed: candidate }: Supported) =>
      compareVersions(candidate, parsed) !== 0 && supportedTogether(own, span)
    const others = byMinor.get(minorOf(parsed)) ?? []
    return others.flatMap((other) => (isClash(other) ? refusal : []))
  }
}

interface Supported {
  readonly span: SupportedSpan
  readonly parsed: Version
}

/** Null: one of them cannot be read, and then none is checked. */
function supportedByMinor(all: readonly SubmittedVersion[]): ReadonlyMap<string, readonly Supported[]> | null {
  const byMinor = new Map<string, Supported[]>()
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

/** As the API server sees it: without stages on both sides always, else if one of them stays supported for good. */
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
export function latestOf<T extends SubmittedVersion>(
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
  before: readonly SubmittedVersion[],
  after: readonly SubmittedVersion[],
  now: Instant,
  field: string,
): ProfileRefusal[] {
  const old = new Map(before.map((version) => [version.version, version]))
  return after.flatMap((version, i) => {
    const previous = old.get(version.version)
    if (previous === undefined || submittedStage(previous, now) === 'unavailable') return []
    if (submittedStage(version, now) !== 'unavailable') return []
    const detail = 'a version cannot be turned unavailable if it was already moved into a later lifecycle stage'
    return [forbidden('unavailable-again', `${field}[${i}]`, detail)]
  })
}
