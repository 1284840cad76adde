import type { POLICY_RULES } from '@/lib/engine/kinds'
import { compareVersions, hasStages, minorOf, parseVersion, type Version, versionError } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'

/**
 * Version Management, and with `versionMaintenance` Version Maintenance, of one kind: Kubernetes versions or one machine
 * image (docs/rules.md#version-management). Durations are milliseconds.
 */
export interface VersionManagement {
  /** The time from the deprecation of a version to its expiry. */
  readonly expirationDuration: number
  readonly versionMaintenance?: {
    /** How many minors are maintained, counted from the highest on offer; at least 1. */
    readonly maintainedVersions: number
    /** The same time for versions of minors that are not maintained; absent: `expirationDuration`. */
    readonly expirationDurationUnmaintainedVersion?: number
  }
}

/** What the policy looks at. The words are free: those it does not know count as neither preview nor supported. */
export interface PolicyVersion {
  readonly version: string
  readonly classification?: string
  readonly expirationDate?: Instant
  readonly lifecycle?: readonly unknown[]
}

/** A version cannot be read: the policy does nothing at all. */
export interface UnreadableVersion {
  readonly kind: 'unreadable'
  readonly version: string
  readonly reason: string
}

export type PolicyRule = (typeof POLICY_RULES)[number]

export interface PolicyJudgement<T extends PolicyVersion> {
  readonly before: T
  /** The list afterwards; the same object if nothing is to change. */
  readonly after: T
  readonly rule: PolicyRule
  /** The versions that it competes with: `1.33`, or null for all of the list. */
  readonly minor: string | null
  /** The latest of them, which may be this one; null when there are only previews. */
  readonly latest: string | null
}

export type PolicyJudgements<T extends PolicyVersion> =
  | { readonly kind: 'ok'; readonly list: readonly PolicyJudgement<T>[] }
  | UnreadableVersion

interface GroupedVersion<T> {
  readonly version: T
  readonly parsed: Version
  /** Versions compete for `supported` within their group: all of them (null), or those of a minor. */
  readonly group: string | null
  readonly maintained: boolean
}

/**
 * What the policy makes of a list of versions at an instant (docs/rules.md#version-management; where the proposal is silent
 * or contradicts itself their policy.md says which reading counts).
 *
 * - Previews are left alone and never promoted; only in a minor that is no longer maintained they are deprecated too.
 * - The latest of a group that is no preview is supported and has no date, whatever it was.
 * - Every other version is deprecated and keeps its date; without one it gets now plus the duration.
 * - In an unmaintained minor all are deprecated, and the latest of them, previews included, gets no date.
 *
 * Each comes with its rule, in the order given. No version is added or removed. Dates have whole seconds. Versions with a
 * `lifecycle` schedule their own stages: left alone.
 */
export function judgeVersions<T extends PolicyVersion>(
  versions: readonly T[],
  management: VersionManagement,
  now: Instant,
): PolicyJudgements<T> {
  for (const { version } of versions) {
    if (parseVersion(version) === null) return { kind: 'unreadable', version, reason: versionError(version) }
  }
  const placed = place(versions, management)
  const latest = latestOfGroups(placed)
  const dates = datesAt(management, now)
  const list = placed.map((entry): PolicyJudgement<T> => {
    const { version: before, group: minor } = entry
    const top = latest.get(minor)
    const rule = ruleFor(entry, top === entry)
    return { before, after: ruled(before, rule, dates), rule, minor, latest: top?.version.version ?? null }
  })
  return { kind: 'ok', list }
}

/** The minors of a list, highest first, and whether the policy maintains them; null without Version Maintenance. */
export function maintainedMinors(
  versions: readonly PolicyVersion[],
  { versionMaintenance }: VersionManagement,
): readonly { readonly minor: string; readonly maintained: boolean }[] | null {
  if (versionMaintenance === undefined) return null
  const parsed = versions.flatMap(({ version }) => parseVersion(version) ?? [])
  return [...new Map(parsed.map((version) => [minorOf(version), version]))]
    .toSorted(([, a], [, b]) => compareVersions(b, a))
    .map(([minor], i) => ({ minor, maintained: i < versionMaintenance.maintainedVersions }))
}

function place<T extends PolicyVersion>(versions: readonly T[], management: VersionManagement): GroupedVersion<T>[] {
  const minors = maintainedMinors(versions, management)
  const maintained = new Set(minors?.flatMap((one) => (one.maintained ? one.minor : [])))
  return versions.flatMap((version) => {
    const parsed = parseVersion(version.version)
    if (parsed === null) return []
    if (minors === null) return { version, parsed, group: null, maintained: true }
    const group = minorOf(parsed)
    return { version, parsed, group, maintained: maintained.has(group) }
  })
}

/** Previews can only be the latest where they are not protected. */
function latestOfGroups<T extends PolicyVersion>(
  placed: readonly GroupedVersion<T>[],
): Map<string | null, GroupedVersion<T>> {
  const latest = new Map<string | null, GroupedVersion<T>>()
  for (const entry of placed) {
    if (entry.maintained && isPreview(entry.version)) continue
    const highest = latest.get(entry.group)
    if (highest === undefined || compareVersions(entry.parsed, highest.parsed) > 0) latest.set(entry.group, entry)
  }
  return latest
}

function ruleFor<T extends PolicyVersion>({ version, maintained }: GroupedVersion<T>, isLatest: boolean): PolicyRule {
  if (hasStages(version)) return 'stages'
  if (!maintained) return isLatest ? 'unmaintainedLatest' : 'unmaintained'
  if (isPreview(version)) return 'preview'
  return isLatest ? 'latest' : 'outranked'
}

interface DeprecationDates {
  readonly outranked: Instant
  readonly unmaintained: Instant
}

function datesAt({ expirationDuration, versionMaintenance }: VersionManagement, now: Instant): DeprecationDates {
  const own = versionMaintenance?.expirationDurationUnmaintainedVersion ?? expirationDuration
  const wholeSeconds = (at: Instant) => Math.floor(at / 1000) * 1000
  return { outranked: wholeSeconds(now + expirationDuration), unmaintained: wholeSeconds(now + own) }
}

function ruled<T extends PolicyVersion>(version: T, rule: PolicyRule, dates: DeprecationDates): T {
  switch (rule) {
    case 'preview':
    case 'stages':
      return version
    case 'latest':
      return supported(version)
    case 'unmaintainedLatest':
      return deprecated(version, undefined)
    default:
      return deprecated(version, dates[rule])
  }
}

function isPreview({ classification }: PolicyVersion): boolean {
  return classification === 'preview'
}

function supported<T extends PolicyVersion>(version: T): T {
  if (version.classification === 'supported' && version.expirationDate === undefined) return version
  const { expirationDate: _, ...rest } = version
  return { ...rest, classification: 'supported' } as T
}

/** The version deprecated. Without `date` no date is set; an existing date stays, past or future. */
function deprecated<T extends PolicyVersion>(version: T, date: Instant | undefined): T {
  const expirationDate = version.expirationDate ?? date
  if (version.classification === 'deprecated' && version.expirationDate === expirationDate) return version
  return { ...version, classification: 'deprecated', ...(expirationDate === undefined ? {} : { expirationDate }) }
}
