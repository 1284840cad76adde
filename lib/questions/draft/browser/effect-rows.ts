import { joinedSpans, spansSince, spansUntil } from '@/lib/contract/spans'
import { shortName } from '@/lib/contract/version-name'
import { two, type Zone } from '@/lib/contract/zone'
import {
  compareVersions,
  expiryOf,
  listedOf,
  parseVersion,
  type StageSpan,
  type StatedStage,
  statedStagesOf,
} from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, NamedVersion } from '@/lib/engine/types'
import { lifeText, shortLifeText } from '@/lib/words/edits'
import { DAY, fromWall, partsIn } from '@/lib/words/time-text'

/** A version that differs between two states of a profile's lists. */
interface VersionChange extends NamedVersion {
  /** Null: it is new. */
  readonly before: ExpirableVersion | null
  /** Null: it is gone. */
  readonly after: ExpirableVersion | null
}

/** The versions that differ, in the order of the lists after the edits; versions that are gone come last. Kubernetes comes first. */
export function versionChangesBetween(before: CloudProfile, after: CloudProfile): readonly VersionChange[] {
  const names = new Set([...after.machineImages, ...before.machineImages].map(({ name }) => name))
  return [null, ...names].flatMap((image) => listChanges(image, listedOf(before, image), listedOf(after, image)))
}

function listChanges(
  image: string | null,
  before: readonly ExpirableVersion[],
  after: readonly ExpirableVersion[],
): VersionChange[] {
  if (before === after) return []
  const old = new Map(before.map((listed) => [listed.version, listed]))
  const kept = new Set(after.map(({ version }) => version))
  return [
    ...after.flatMap((listed) => {
      const was = old.get(listed.version) ?? null
      const isSame = was === listed || (was !== null && canonicalText(was) === canonicalText(listed))
      return isSame ? [] : [{ image, version: listed.version, before: was, after: listed }]
    }),
    ...before.flatMap((listed) =>
      kept.has(listed.version) ? [] : [{ image, version: listed.version, before: listed, after: null }],
    ),
  ]
}

/** A text that is the same for equal values, whatever the order of their fields. An empty list of stages is left out. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'lifecycle' && Array.isArray(inner) && inner.length === 0) return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** One row of the ghosted timeline: a version over time with the edits made now, and what it was. */
export interface EffectRow extends NamedVersion {
  readonly name: string
  /** `suggested`: it changes only with the remedy that is offered. */
  readonly kind: 'new' | 'changed' | 'removed' | 'suggested' | 'same'
  /** The stages before, then after. */
  readonly spans: readonly RowSpan[]
  readonly expires: Instant | null
  /** What it was; null where nothing changes, and for what is new. */
  readonly was: {
    readonly from: Instant | null
    /** The expiry of the stage; null: none is set. */
    readonly to: Instant | null
    /** `preview until 9 Dec 2026, supported until 27 Sep 2027` */
    readonly text: string
    /** The first stage with its end, for places with little room: `preview until 9 Dec` */
    readonly shortText: string
  } | null
  /** What it will be, in words; null: it is gone. */
  readonly will: string | null
}

type RowSpan = StageSpan<StatedStage>

export function effectRow(change: VersionChange, at: Instant, zone: Zone): EffectRow {
  const { image, version, before, after } = change
  const kind = before === null ? 'new' : after === null ? 'removed' : before === after ? 'same' : 'changed'
  return {
    image,
    version,
    name: shortName(image, version),
    kind,
    spans: joinedSpans([
      ...(before === null ? [] : spansUntil(statedStagesOf(before), at)),
      ...(after === null ? [] : spansSince(statedStagesOf(after), at)),
    ]),
    expires: after === null ? null : expiryOf(after),
    was: before === null || kind === 'same' ? null : ghostOf(before, at, zone),
    will: after === null ? null : lifeText(after, at, zone),
  }
}

/** Rows of versions that the edits leave alone. */
export function sameRow(image: string | null, listed: ExpirableVersion, at: Instant, zone: Zone): EffectRow {
  return effectRow({ image, version: listed.version, before: listed, after: listed }, at, zone)
}

function ghostOf(before: ExpirableVersion, at: Instant, zone: Zone): NonNullable<EffectRow['was']> {
  const expires = expiryOf(before)
  const spans = statedStagesOf(before).filter(({ stage }) => stage !== 'unavailable' && stage !== 'expired')
  return {
    from: spans[0]?.from ?? null,
    to: expires,
    text: lifeText(before, at, zone),
    shortText: shortLifeText(before, at, zone),
  }
}

/** Newest first; Kubernetes before images, each image together. */
export function byNewest(a: Pick<EffectRow, 'image' | 'version'>, b: Pick<EffectRow, 'image' | 'version'>): number {
  if (a.image !== b.image) return (a.image ?? '') < (b.image ?? '') ? -1 : 1
  const [left, right] = [parseVersion(a.version), parseVersion(b.version)]
  return left === null || right === null ? 0 : compareVersions(right, left)
}

/** Not more than this is shown: a date in the year 9999 must not make all others unreadable. */
const LATEST = 800 * DAY

/** Whole months of the zone around now and every date that the rows show. */
export function effectRange(
  rows: readonly EffectRow[],
  at: number,
  zone: Zone,
): { readonly from: number; readonly to: number } {
  const dates = rows
    .flatMap(({ expires, was, spans }) => [expires, was?.to ?? null, ...spans.map(({ from }) => from)])
    .filter((date): date is number => date !== null && date > at && date < at + LATEST)
  const last = Math.max(at + 150 * DAY, ...dates.map((date) => date + 45 * DAY))
  return { from: monthOf(at - 45 * DAY, 0, zone), to: monthOf(last, 1, zone) }
}

function monthOf(at: number, later: number, zone: Zone): number {
  const { year, month } = partsIn(at, zone)
  const next = month + later
  return fromWall(`${year + Math.floor(next / 12)}-${two((next % 12) + 1)}-01T00:00`, zone)
}
