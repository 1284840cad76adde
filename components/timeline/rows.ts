import type { RunningStage } from '@/lib/contract/common'
import type { OfferedVersionBody } from '@/lib/contract/lifecycle'
import type { Zone } from '@/lib/contract/zone'
import type { StatedStage } from '@/lib/engine/rules'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { dayText, msOrNull } from '@/lib/words/time-text'
import { flagDate, spanName } from '@/lib/words/when'
import type { LaneRow } from './lane'
import type { LaneSpan, SegmentLook } from './layout'

/** What one row of a profile's timeline and table says, in plain values. */

/** A stretch whose look is also its word. */
export type VersionSpan = Omit<LaneSpan, 'label'>

export interface VersionRow {
  /** `Kubernetes` or the image's name. */
  readonly what: string
  readonly version: string
  readonly minor: string
  /** The minor is printed once, in the first of its rows. */
  readonly isFirstOfMinor: boolean
  /** What it is now; `notInProfile` for a version that clusters run but no profile offers. */
  readonly stage: RunningStage
  readonly spans: readonly VersionSpan[]
  readonly expires: number | null
  readonly clusters: number
  /** What Gardener uses it for: `default for new`, `auto target`. */
  readonly roles: readonly string[]
  readonly image: OfferedVersionBody['image']
}

/** The life of a version as a lane: its stages, and the flag of its expiry. */
export function versionLife(
  version: string,
  { spans, expires }: { readonly spans: readonly VersionSpan[]; readonly expires: number | null },
  zone: Zone,
  now: number,
): Required<Pick<LaneRow, 'segments' | 'flag'>> {
  return {
    segments: spans.map((span) => ({ ...span, label: span.look, name: spanName(version, span, zone) })),
    flag:
      expires === null
        ? null
        : {
            at: expires,
            text: flagDate(expires, zone, now),
            name: `${version} ${expires < now ? 'expired' : 'expires'} ${dayText(expires, zone)}`,
          },
  }
}

type NotListed = ProfileAnswer['notListed'][number]

/** The rows of one tab, newest first, each minor together; versions that are not listed stand among them. */
export function versionRows(
  what: string,
  offered: readonly OfferedVersionBody[],
  notListed: readonly NotListed[],
): readonly VersionRow[] {
  const rows = [
    ...offered.map((one) => offeredRow(what, one)),
    ...notListed.filter((one) => one.what === what).map((one) => notListedRow(one, offered)),
  ].sort((a, b) => byVersion(b.version, a.version))
  return withMinors(rows)
}

function withMinors(rows: readonly VersionRow[]): readonly VersionRow[] {
  return rows.map((row, index) => ({ ...row, isFirstOfMinor: row.minor !== rows[index - 1]?.minor }))
}

function offeredRow(what: string, one: OfferedVersionBody): VersionRow {
  return {
    what,
    version: one.version,
    minor: one.minor,
    isFirstOfMinor: false,
    stage: stageLook(one),
    spans: one.spans.map(({ stage, from, to }) => ({
      look: stageLook({ ...one, stage }),
      from: msOrNull(from),
      to: msOrNull(to),
    })),
    expires: msOrNull(one.expires),
    clusters: one.clusters,
    roles: [...(one.defaultForNew ? ['default for new'] : []), ...(one.autoTarget ? ['auto target'] : [])],
    image: one.image,
  }
}

function notListedRow(one: NotListed, offered: readonly OfferedVersionBody[]): VersionRow {
  const isMajorOnly = offered.length > 0 && offered.every(({ minor }) => !minor.includes('.'))
  return {
    what: one.what,
    version: one.version,
    minor: one.version
      .split('.')
      .slice(0, isMajorOnly ? 1 : 2)
      .join('.'),
    isFirstOfMinor: false,
    stage: 'notInProfile',
    spans: [],
    expires: null,
    clusters: one.clusters,
    roles: [],
    image: null,
  }
}

/** The look of a stage. Without classification and lifecycle a version counts as supported until its date, but its profile says nothing. */
export function stageLook({ stage, classified }: Pick<OfferedVersionBody, 'stage' | 'classified'>): StatedStage {
  return stage === 'supported' && !classified ? 'unclassified' : stage
}

const numbersAndWords = new Intl.Collator('en', { numeric: true })

/** The release before its pre-releases would be last: `1.34.0-rc1` is lower than `1.34.0`. */
function byVersion(a: string, b: string): number {
  const [coreA = '', ...restA] = a.split('-')
  const [coreB = '', ...restB] = b.split('-')
  const core = numbersAndWords.compare(coreA, coreB)
  if (core !== 0 || restA.length + restB.length === 0) return core
  if (restA.length === 0) return 1
  if (restB.length === 0) return -1
  return numbersAndWords.compare(restA.join('-'), restB.join('-'))
}

/** The rows whose version contains the text, each minor again printed once. */
export function foundRows(rows: readonly VersionRow[], text: string): readonly VersionRow[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  return withMinors(rows.filter((row) => row.version.toLowerCase().includes(wanted)))
}

/** Every date that a row shows, for the whole range of its chart. */
export function datesOfRows(rows: readonly VersionRow[]): readonly number[] {
  return rows.flatMap((row) => [
    ...(row.expires === null ? [] : [row.expires]),
    ...row.spans.flatMap(({ from, to }) => [from, to].filter((at): at is number => at !== null)),
  ])
}

/** The stages that are seen in these rows, in the order of a version's life: the legend explains them. */
export function looksOf(rows: readonly VersionRow[]): readonly SegmentLook[] {
  const order: readonly SegmentLook[] = ['unavailable', 'preview', 'unclassified', 'supported', 'deprecated', 'expired']
  const seen = new Set(rows.flatMap((row) => row.spans.map((span) => span.look)))
  return order.filter((look) => seen.has(look))
}
