import { type ChartBox, keptLabels, pixelAt, type SegmentLook, type Span } from '@/components/timeline'
import type { PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { ms } from '@/lib/words/time-text'

type YearList = PolicyOutcomeBody['year']['lists'][number]
type Release = PolicyOutcomeBody['releases'][number]

/** A stretch of a version's life, its label being its stage. */
export interface YearSpan extends Span {
  readonly label: SegmentLook
}

/** One lane of the year. */
export interface YearRow {
  readonly version: string
  readonly minor: string
  readonly isFirstOfMinor: boolean
  readonly spans: readonly YearSpan[]
  readonly expires: number | null
}

/** The lanes of a list, newest first; without versions that have expired before `from` and stay as they are. */
export function yearRows({ versions }: YearList, from: number): readonly YearRow[] {
  const rows = versions.map(({ version, minor, spans, expires, changed }) => ({
    version,
    minor,
    expires: instant(expires),
    spans: spans.map((span): YearSpan => {
      return { look: span.stage, label: span.stage, from: instant(span.from), to: instant(span.to) }
    }),
    changed,
  }))
  return rows
    .filter(({ expires, changed }) => changed || expires === null || expires >= from)
    .map(({ changed: _, ...row }, index, kept) => ({ ...row, isFirstOfMinor: row.minor !== kept[index - 1]?.minor }))
}

/** What comes on one day, as a mark over the axis. */
export interface ReleaseMark {
  readonly at: number
  /** All of it: `1.36.0 preview`, one after the other. */
  readonly title: string
  /** The most important of it, and how many more; empty when it would touch another label. */
  readonly label: string
}

/** From the mark to its label, and between labels. */
const LABEL_AT = 5
const GAP = 10

/** The releases of a list that take place, by day. New minors are named first, then promotions, then patches. */
export function releaseMarks(
  releases: readonly Release[],
  image: string | null,
  box: ChartBox,
): readonly ReleaseMark[] {
  const days = new Map<string, Release[]>()
  for (const release of releases) {
    if (release.image !== image || release.problem !== null) continue
    days.set(release.date, [...(days.get(release.date) ?? []), release])
  }
  const marks = [...days].map(([date, all]) => {
    const [first, ...more] = all.toSorted((a, b) => rankOf(a) - rankOf(b))
    const label = `${first?.version ?? ''} ${wordOf(first)}`.trim() + (more.length === 0 ? '' : ` +${more.length}`)
    const at = Math.max(Date.parse(`${date}T00:00:00Z`), box.now)
    const title = all.map((one) => `${one.version} ${one.classification ?? 'unclassified'}`).join(', ')
    return { at, title, label, rank: first === undefined ? 9 : rankOf(first) }
  })
  const kept = keptLabels(
    marks.map(({ at, label, rank }) => {
      const left = pixelAt(box, at) + LABEL_AT
      return { left, right: left + box.measure(label, 11), rank }
    }),
    { gap: GAP, from: 0, to: box.width },
  )
  return marks.map(({ at, title, label }, i) => ({ at, title, label: kept[i] ? label : '' }))
}

function rankOf({ classification }: Release): number {
  return classification === 'preview' ? 0 : classification === null ? 2 : 1
}

function wordOf(release: Release | undefined): string {
  return release?.classification === 'preview' ? 'added' : (release?.classification ?? '')
}

function instant(at: string | null): number | null {
  return at === null ? null : ms(at)
}
