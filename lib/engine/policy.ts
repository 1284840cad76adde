import type { Instant } from './types'
import { compareVersions, minorOf, parseVersion, type Version, versionError } from './version'

/**
 * Version Management, and with `versionMaintenance` Version Maintenance, of one kind: Kubernetes versions or one machine image
 * (seed 003). Durations are milliseconds.
 */
export interface VersionManagement {
  /** From the deprecation of a version to its expiry. */
  readonly expirationDuration: number
  readonly versionMaintenance?: {
    /** How many minors are maintained, counted from the highest on offer; at least 1. */
    readonly maintainedVersions: number
    /** For versions of minors that are not maintained; absent: `expirationDuration`. */
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

export type PolicyOutcome<T extends PolicyVersion> =
  /** The versions as they should be, in the order given; unchanged ones are the same objects. */
  | { readonly kind: 'ok'; readonly versions: readonly T[]; readonly changed: boolean }
  /** A version cannot be read: the policy does nothing at all. */
  | { readonly kind: 'unreadable'; readonly version: string; readonly reason: string }

type Scope = 'managed' | 'unmaintained'

interface Judged<T> {
  readonly version: T
  readonly parsed: Version
  /** Versions compete for `supported` within their group: all of them, or those of a minor. */
  readonly group: string
  readonly scope: Scope
}

/**
 * What the policy makes of a list of versions at an instant (policy vectors; where the seed is silent or contradicts itself
 * their policy.md says which reading counts).
 *
 * - Previews are left alone and never promoted; only in a minor that is no longer maintained they are deprecated too.
 * - The latest of a group that is no preview is supported and has no date, whatever it was.
 * - Every other version is deprecated and keeps its date; without one it gets now plus the duration.
 * - In an unmaintained minor all are deprecated, and the latest of them, previews included, gets no date.
 *
 * No version is added or removed. Dates have whole seconds. Versions with a `lifecycle` schedule their own stages: left alone.
 */
export function applyPolicy<T extends PolicyVersion>(
  versions: readonly T[],
  management: VersionManagement,
  now: Instant,
): PolicyOutcome<T> {
  for (const { version } of versions) {
    if (parseVersion(version) === null) return { kind: 'unreadable', version, reason: versionError(version) }
  }
  const judged = judge(versions, management)
  const latest = latestOfGroups(judged)
  const result = judged.map((entry) => {
    if (hasStages(entry.version)) return entry.version
    if (entry.scope === 'managed') {
      if (isPreview(entry.version)) return entry.version
      if (latest.get(entry.group) === entry) return supported(entry.version)
      return deprecated(entry.version, now + management.expirationDuration)
    }
    const duration = management.versionMaintenance?.expirationDurationUnmaintainedVersion
    const date = now + (duration ?? management.expirationDuration)
    return deprecated(entry.version, latest.get(entry.group) === entry ? null : date)
  })
  return { kind: 'ok', versions: result, changed: result.some((version, i) => version !== versions[i]) }
}

function judge<T extends PolicyVersion>(versions: readonly T[], management: VersionManagement): Judged<T>[] {
  const parsed = versions.flatMap((version) => {
    const number = parseVersion(version.version)
    return number === null ? [] : [{ version, parsed: number }]
  })
  const maintenance = management.versionMaintenance
  if (maintenance === undefined) return parsed.map((entry) => ({ ...entry, group: 'all', scope: 'managed' }))
  const minors = [...new Map(parsed.map((entry) => [minorOf(entry.parsed), entry.parsed]))]
    .toSorted(([, a], [, b]) => compareMinors(b, a))
    .map(([minor]) => minor)
  const maintained = new Set(minors.slice(0, maintenance.maintainedVersions))
  return parsed.map((entry) => {
    const group = minorOf(entry.parsed)
    return { ...entry, group, scope: maintained.has(group) ? 'managed' : 'unmaintained' }
  })
}

/** Previews can only be the latest where they are not protected. */
function latestOfGroups<T extends PolicyVersion>(judged: readonly Judged<T>[]): Map<string, Judged<T>> {
  const latest = new Map<string, Judged<T>>()
  for (const entry of judged) {
    if (entry.scope === 'managed' && isPreview(entry.version)) continue
    const highest = latest.get(entry.group)
    if (highest === undefined || compareVersions(entry.parsed, highest.parsed) > 0) latest.set(entry.group, entry)
  }
  return latest
}

function compareMinors(a: Version, b: Version): number {
  if (a.major !== b.major) return a.major < b.major ? -1 : 1
  return a.minor < b.minor ? -1 : Number(a.minor !== b.minor)
}

function isPreview({ classification }: PolicyVersion): boolean {
  return classification === 'preview'
}

function hasStages({ lifecycle }: PolicyVersion): boolean {
  return lifecycle !== undefined && lifecycle.length > 0
}

function supported<T extends PolicyVersion>(version: T): T {
  if (version.classification === 'supported' && version.expirationDate === undefined) return version
  const { expirationDate: _, ...rest } = version
  return { ...rest, classification: 'supported' } as T
}

/** `date` null: no date is set; an existing date stays, past or future. */
function deprecated<T extends PolicyVersion>(version: T, date: Instant | null): T {
  const expirationDate = version.expirationDate ?? (date === null ? undefined : Math.floor(date / 1000) * 1000)
  if (version.classification === 'deprecated' && version.expirationDate === expirationDate) return version
  return { ...version, classification: 'deprecated', ...(expirationDate === undefined ? {} : { expirationDate }) }
}
