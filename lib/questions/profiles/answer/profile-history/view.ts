import { onWire } from '@/lib/contract/dates'
import { editBody } from '@/lib/contract/edit-codec'
import { applyEdit, applyNamespacedEdit, type Edit, type EditOutcome } from '@/lib/engine/edits'
import { expiryOf, stageAt, statedStage } from '@/lib/engine/rules'
import { formatInstant, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { isDeepEqual } from '@/lib/garden/deep-equal'
import { FIELD_MANAGER, type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { Gap, ObjectState } from '@/lib/history'
import { REST_OF_SECOND, wholeSeconds } from '@/lib/landscape/clock'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { groupOf } from '@/lib/landscape/offered'
import { usageOf, versionKey } from '@/lib/landscape/usage'
import { compareTexts } from '@/lib/landscape/version-text'
import { endText } from '@/lib/landscape/zone'
import { TimeSlice } from '@/lib/process/time-slice'
import type {
  ProfileChangeBody,
  ProfileDifferenceBody,
  ProfileHistoryAnswer,
  RecordedVersionBody,
} from '../../contract/history'
import { type Change, changesIn, isOwnChange } from './changes'
import { differencesBetween, differenceText, editsOf } from './differences'
import { movesOf, type RecordedVersion, versionsIn } from './versions'

/** By whom, and why, an edit was applied. */
export interface Applied {
  readonly who: string
  /** Null: none was given. */
  readonly reason: string | null
}

/** What is recorded of a profile, and of the garden as a whole. */
export interface Records {
  readonly states: readonly ObjectState<ProfileEntry>[]
  readonly since: Instant | null
  readonly gaps: readonly Gap[]
  /** By when a state was seen: the edits that were applied with Almanac and made it. */
  readonly applied: ReadonlyMap<Instant, Applied>
  /** Whether whoever asks may know which these are. */
  readonly maySee: boolean
}

/** How a profile came to be what it is: each version's life as it was known, and every change, later ones too. Lets other requests through now and then. */
export async function profileHistoryView(
  index: FleetIndex,
  entry: ProfileEntry,
  { states, since, gaps, applied, maySee }: Records,
  zone: string,
): Promise<ProfileHistoryAnswer> {
  const slice = new TimeSlice()
  const changes: Change[] = []
  const bodies: ProfileChangeBody[] = []
  for (const change of changesIn(states)) {
    changes.push(change)
    bodies.push(changeBody(index, entry, change, { since, applied, maySee }, zone))
    if (slice.isOver) await slice.pause()
  }
  const { seen } = index.snapshot
  const known = seen === undefined ? states : states.filter((state) => state.seen <= seen + REST_OF_SECOND)
  return {
    ...evidenceOf(index),
    profile: entry.ref,
    resourceVersion: entry.resourceVersion ?? null,
    recordedSince: onWire(since),
    gaps: gaps.map(({ from, until }) => ({ from: onWire(from), until: onWire(until) })),
    versions: versionsIn(known)
      .toSorted((a, b) => rankOf(entry, a) - rankOf(entry, b) || compareTexts(b.version, a.version))
      .map((version) => versionBody(index, entry, version, changes)),
    changes: bodies.reverse(),
  }
}

/** The last whole second at whose end a change was not there, and something was recorded; null: there is none. */
function secondBefore({ seen, after }: Pick<Change, 'seen' | 'after'>, since: Instant | null): Instant | null {
  const before = wholeSeconds(Math.min(after ?? seen, seen - SECOND))
  return since === null || before + REST_OF_SECOND < since ? null : before
}

/** Kubernetes, then images as they are listed, then those that are not listed any more. */
function rankOf({ profile }: ProfileEntry, { what }: RecordedVersion): number {
  const at = profile.machineImages.findIndex(({ name }) => name === what)
  return what === 'Kubernetes' ? -1 : at === -1 ? profile.machineImages.length : at
}

function versionBody(
  index: FleetIndex,
  { ref, profile }: ProfileEntry,
  { what, version, listed, spans, dates, removed }: RecordedVersion,
  changes: readonly Change[],
): RecordedVersionBody {
  const use = usageOf(index.roster).get(profileKey(ref))?.get(versionKey(what, version))
  const strategy = profile.machineImages.find(({ name }) => name === what)?.updateStrategy
  const numberAt = (at: Instant | null) => changes.find(({ seen }) => seen === at)?.number ?? null
  const moves = movesOf(dates)
  return {
    what,
    version,
    minor: groupOf(version, strategy),
    stage: listed && statedStage(listed, stageAt(listed, index.at)),
    expires: onWire(listed === null ? (dates.at(-1)?.expires ?? null) : expiryOf(listed)),
    spans: spans.map(({ stage, from, to }) => ({ stage, from: onWire(from), to: onWire(to) })),
    dates: dates.map(({ expires, since }) => ({
      expires: onWire(expires),
      since: onWire(since),
      change: numberAt(since),
    })),
    moved: moves && { ...moves, change: numberAt(lastMoveOf(dates)) ?? 0 },
    removed: removed && { seen: onWire(removed.seen), after: onWire(removed.after) },
    clusters: use?.clusters ?? 0,
    projects: use?.projects.size ?? 0,
  }
}

function lastMoveOf(dates: RecordedVersion['dates']): Instant | null {
  return dates.findLast((date, i) => date.expires !== null && (dates[i - 1]?.expires ?? null) !== null)?.since ?? null
}

function changeBody(
  index: FleetIndex,
  profile: ProfileEntry,
  change: Change,
  { since, applied, maySee }: Pick<Records, 'since' | 'applied' | 'maySee'>,
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
    differences: differences.map((one) => differenceBody(one, (at) => endText(zone, at))),
    before: onWire(secondBefore(change, since)),
    revert: revertOf(index, profile, change).map(editBody),
  }
}

function differenceBody(
  difference: Change['differences'][number],
  dayText: (at: Instant) => string,
): ProfileDifferenceBody {
  const none = { what: null, version: null, stage: null, expires: null }
  if (!('edits' in difference)) return { kind: difference.kind, ...none, text: `profile ${difference.kind}` }
  const text = differenceText(difference, dayText)
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
function revertOf({ snapshot, at }: FleetIndex, entry: ProfileEntry, change: Change): readonly Edit[] {
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

/** Where a namespaced profile gave a version no date of its own, that of its parent counts again. */
function asOverride(edit: Edit, { overrides }: ProfileEntry): Edit {
  if (edit.kind !== 'expire' || overrides === undefined) return edit
  const { image, version } = edit
  const isOwn =
    image === null
      ? overrides.kubernetes.some((one) => one.version === version)
      : overrides.machineImages.some(
          ({ name, versions }) => name === image && versions.some((one) => one.version.version === version),
        )
  return isOwn ? edit : { ...edit, expirationDate: null }
}

function effective<T>(before: T, edits: readonly Edit[], apply: (value: T, edit: Edit) => EditOutcome<T>): Edit[] {
  let value = before
  return edits.filter((edit) => {
    const outcome = apply(value, edit)
    if (outcome.kind === 'problem' || isDeepEqual(outcome.value, value)) return false
    value = outcome.value
    return true
  })
}
