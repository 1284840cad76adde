import { onWire } from '@/lib/contract/dates'
import { editBody } from '@/lib/contract/edit-codec'
import { joinedSpans } from '@/lib/contract/spans'
import {
  applyEdit,
  applyEdits,
  applyNamespacedEdit,
  type Edit,
  lifeOf,
  type ProfileEditOutcome,
} from '@/lib/engine/edits'
import { isDeepEqual } from '@/lib/engine/json'
import { expiryOf, type StageSpan, type StatedStage, statedStageAt, statedStagesOf } from '@/lib/engine/rules'
import { DAY, formatInstant, SECOND } from '@/lib/engine/time'
import type { ExpirableVersion, Instant } from '@/lib/engine/types'
import { FIELD_MANAGER, type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { ObjectState, RecordingGap } from '@/lib/history'
import { REST_OF_SECOND, wholeSeconds } from '@/lib/landscape/clock'
import { overrideOf } from '@/lib/landscape/holders'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { versionGroup } from '@/lib/landscape/offered'
import { listedIn } from '@/lib/landscape/running'
import { usersOfVersion } from '@/lib/landscape/usage'
import { compareTexts } from '@/lib/landscape/version-text'
import { endDateText } from '@/lib/landscape/zone'
import type {
  ProfileChangeBody,
  ProfileDifferenceBody,
  ProfileHistoryAnswer,
  RecordedVersionBody,
} from '../../contract/history'
import {
  differencesBetween,
  editsOf,
  isOwnChange,
  profileDifferenceText,
  type RecordedProfileChange,
  recordedChanges,
} from './differences'

/** The user who applied an edit, and why. */
export interface AppliedEdit {
  readonly who: string
  /** Null: none was given. */
  readonly reason: string | null
}

/** What is recorded of a profile, and of the garden as a whole. */
export interface ProfileRecords {
  readonly states: readonly ObjectState<ProfileEntry>[]
  readonly since: Instant | null
  readonly gaps: readonly RecordingGap[]
  /** Edits that were applied with Almanac, by the moment at which the state that they made was seen. */
  readonly applied: ReadonlyMap<Instant, AppliedEdit>
  /** Whether the user may know which these are. */
  readonly maySee: boolean
}

/** How a profile came to be what it is: each version's life as it was known, and every change, later ones too. */
export function profileHistoryView(
  landscape: Landscape,
  entry: ProfileEntry,
  { states, since, gaps, applied, maySee }: ProfileRecords,
  zone: string,
): ProfileHistoryAnswer {
  const changes: RecordedProfileChange[] = []
  const bodies: ProfileChangeBody[] = []
  for (const change of recordedChanges(states)) {
    changes.push(change)
    bodies.push(changeBody(landscape, entry, change, { since, applied, maySee }, zone))
  }
  const { seen } = landscape.snapshot
  const known = seen === undefined ? states : states.filter((state) => state.seen <= seen + REST_OF_SECOND)
  return {
    ...evidenceOf(landscape),
    profile: entry.ref,
    resourceVersion: entry.resourceVersion ?? null,
    recordedSince: onWire(since),
    gaps: onWire(gaps),
    versions: versionsIn(known)
      .toSorted((a, b) => rankOf(entry, a) - rankOf(entry, b) || compareTexts(b.version, a.version))
      .map((version) => versionBody(landscape, entry, version, changes)),
    changes: bodies.reverse(),
  }
}

/** The last whole second at whose end a change was not there, and something was recorded; null: there is none. */
function secondBefore(
  { seen, after }: Pick<RecordedProfileChange, 'seen' | 'after'>,
  since: Instant | null,
): Instant | null {
  const before = wholeSeconds(Math.min(after ?? seen, seen - SECOND))
  return since === null || before + REST_OF_SECOND < since ? null : before
}

/** Kubernetes, then images as they are listed, then those that are not listed any more. */
function rankOf({ profile }: ProfileEntry, { what }: RecordedVersion): number {
  const at = profile.machineImages.findIndex(({ name }) => name === what)
  return what === 'Kubernetes' ? -1 : at === -1 ? profile.machineImages.length : at
}

function versionBody(
  landscape: Landscape,
  { ref, profile }: ProfileEntry,
  { what, version, listed, spans, dates, removed }: RecordedVersion,
  changes: readonly RecordedProfileChange[],
): RecordedVersionBody {
  const { clusters, projects } = usersOfVersion(landscape, profileKey(ref), { what, version })
  const strategy = profile.machineImages.find(({ name }) => name === what)?.updateStrategy
  const numberAt = (at: Instant | null) => changes.find(({ seen }) => seen === at)?.number ?? null
  const moves = movesOf(dates)
  return {
    what,
    version,
    minor: versionGroup(version, strategy),
    stage: listed && statedStageAt(listed, landscape.at),
    expires: onWire(listed === null ? (dates.at(-1)?.expires ?? null) : expiryOf(listed)),
    spans: onWire(spans),
    dates: onWire(dates.map((date) => ({ ...date, change: numberAt(date.since) }))),
    moved: moves && { ...moves, change: numberAt(lastMoveOf(dates)) ?? 0 },
    removed: removed && { seen: onWire(removed.seen), after: onWire(removed.after) },
    clusters,
    projects: projects.size,
  }
}

function lastMoveOf(dates: RecordedVersion['dates']): Instant | null {
  return dates.findLast((date, i) => date.expires !== null && (dates[i - 1]?.expires ?? null) !== null)?.since ?? null
}

function changeBody(
  landscape: Landscape,
  profile: ProfileEntry,
  change: RecordedProfileChange,
  { since, applied, maySee }: Pick<ProfileRecords, 'since' | 'applied' | 'maySee'>,
  zone: string,
): ProfileChangeBody {
  const { number, seen, after, value, differences } = change
  const { who, reason } = applied.get(seen) ?? { who: null, reason: null }
  const manager = value?.written?.manager ?? null
  return {
    number,
    change: formatInstant(seen),
    seen: onWire(seen),
    after: onWire(after ?? null),
    who,
    isOutside: maySee && who === null && manager !== FIELD_MANAGER,
    reason,
    manager,
    differences: differences.map((one) => differenceBody(one, (at) => endDateText(zone, at))),
    before: onWire(secondBefore(change, since)),
    revert: revertOf(landscape, profile, change).map(editBody),
  }
}

function differenceBody(
  difference: RecordedProfileChange['differences'][number],
  dayText: (at: Instant) => string,
): ProfileDifferenceBody {
  const none = { what: null, version: null, stage: null, expires: null }
  if (!('edits' in difference)) return { kind: difference.kind, ...none, text: `profile ${difference.kind}` }
  const text = profileDifferenceText(difference, dayText)
  const { kind } = difference
  if (difference.kind === 'other') return { kind, ...none, text }
  const what = difference.image ?? 'Kubernetes'
  if (!('version' in difference)) return { kind, ...none, what, text }
  const { version, stage, expires } = difference
  return {
    kind,
    what,
    version,
    stage,
    expires: expires && { before: onWire(expires.before), after: onWire(expires.after) },
    text,
  }
}

/** Edits that make a profile of today what it was before a change, as far as they find something to take back. */
function revertOf({ snapshot, at }: Landscape, entry: ProfileEntry, change: RecordedProfileChange): readonly Edit[] {
  const { before, value } = change
  if (before === null || value === null || !isOwnChange(change)) return []
  const edits = editsOf(differencesBetween(value.profile, before.profile, at))
  const { overrides, parent } = entry
  if (overrides === undefined) return effective(entry.profile, edits, applyEdit)
  const above = snapshot.profiles.get(parent ?? '')?.profile
  if (above === undefined) return []
  return effective(
    overrides,
    edits.map((edit) => asOverride(edit, before)),
    (own, edit) => applyNamespacedEdit(own, above, edit),
  )
}

/** The edit as an override: if a namespaced profile gave a version no date of its own, that of its parent counts again. */
function asOverride(edit: Edit, entry: ProfileEntry): Edit {
  if (edit.kind !== 'expire' || entry.overrides === undefined) return edit
  return overrideOf(entry, edit) === undefined ? { ...edit, expirationDate: null } : edit
}

function effective<T>(
  before: T,
  edits: readonly Edit[],
  apply: (value: T, edit: Edit) => ProfileEditOutcome<T>,
): Edit[] {
  const { states } = applyEdits(before, edits, apply)
  return edits.filter((_, i) => !isDeepEqual(states[i], states[i + 1]))
}

/** A version as it was recorded. */
interface RecordedVersion {
  /** `Kubernetes` or an image's name. */
  readonly what: string
  readonly version: string
  /** The version as it is listed now; null: it is not listed any more. */
  readonly listed: ExpirableVersion | null
  /** Oldest first. Between two nothing is known where it changed unseen. */
  readonly spans: readonly StageSpan<StatedStage>[]
  readonly dates: readonly RecordedDate[]
  readonly removed: { readonly seen: Instant; readonly after: Instant | null } | null
}

/** The instant at which a version was to expire (null: at none), and since when this was so; null: since before anything was recorded. */
export interface RecordedDate {
  readonly expires: Instant | null
  readonly since: Instant | null
}

/** How long a version said the same of its life. */
interface ListedSpan {
  readonly listed: ExpirableVersion
  readonly from: Instant
  /** Whether it was so when recording began. */
  readonly isFirst: boolean
  to: Instant | null
}

interface ListedSpans {
  readonly what: string
  readonly version: string
  readonly stretches: ListedSpan[]
  removed: RecordedVersion['removed']
}

/** All versions that a profile was ever seen to list. */
function versionsIn(states: readonly ObjectState<ProfileEntry>[]): readonly RecordedVersion[] {
  const known = new Map<string, ListedSpans>()
  for (const { seen, after, value } of states) {
    const listedNow = new Set<string>()
    for (const { what, listed } of value === null ? [] : listedIn(value.profile)) {
      const { version } = listed
      const key = `${what} ${version}`
      listedNow.add(key)
      const open = known.get(key) ?? { what, version, stretches: [], removed: null }
      known.set(key, open)
      const last = open.stretches.at(-1)
      if (last !== undefined && last.to === null && isDeepEqual(lifeOf(last.listed), lifeOf(listed))) continue
      if (last?.to === null) last.to = after ?? seen
      open.stretches.push({ listed, from: seen, isFirst: after === null, to: null })
      open.removed = null
    }
    for (const [key, open] of known) {
      const last = open.stretches.at(-1)
      if (listedNow.has(key) || last === undefined || last.to !== null) continue
      last.to = after ?? seen
      open.removed = { seen, after: after ?? null }
    }
  }
  return [...known.values()].map(recordedOf)
}

/** How often a date was moved to another one, and how many days later in all; null: never. */
function movesOf(dates: readonly RecordedDate[]): { readonly times: number; readonly days: number } | null {
  let times = 0
  let sum = 0
  for (const [i, { expires }] of dates.entries()) {
    const was = dates[i - 1]?.expires ?? null
    if (was === null || expires === null) continue
    times++
    sum += expires - was
  }
  return times === 0 ? null : { times, days: Math.round(sum / DAY) }
}

function recordedOf({ what, version, stretches, removed }: ListedSpans): RecordedVersion {
  const spans: StageSpan<StatedStage>[] = []
  const dates: RecordedDate[] = []
  for (const { listed, from, to, isFirst } of stretches) {
    for (const { stage, ...span } of statedStagesOf(listed)) {
      const begin = span.from === null ? from : Math.max(from, span.from)
      const end = span.to === null ? to : to === null ? span.to : Math.min(to, span.to)
      if (end !== null && end <= begin) continue
      spans.push({ stage, from: begin, to: end })
    }
    const expires = expiryOf(listed)
    if (dates.length === 0 || dates.at(-1)?.expires !== expires) dates.push({ expires, since: isFirst ? null : from })
  }
  const last = stretches.at(-1)
  return { what, version, listed: last?.to === null ? last.listed : null, spans: joinedSpans(spans), dates, removed }
}
