'use client'

import { type ReactNode, useMemo, useRef } from 'react'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import type { PolicyEffectsAnswer, PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { HORIZON } from '@/lib/words/phrases'
import { flagDate, spanName } from '@/lib/words/spans'
import { countText, dayText, MINUTE, monthText, ms } from '@/lib/words/time-text'
import { Bars } from '../charts/later'
import {
  Axis,
  add,
  asTail,
  type ChartBox,
  chartClass,
  css,
  Flag,
  fittedTicks,
  Grid,
  keptLabels,
  layerClass,
  NowLabel,
  NowLine,
  nowLabelAt,
  percentAt,
  pixelAt,
  placedFlag,
  placedSegments,
  Segment,
  type SegmentLook,
  type Span,
  startOf,
  type TimeRange,
  useChartBox,
} from '../timeline'
import { rangeMark } from '../ui/chart-mark'
import { Scroll } from '../ui/data-table'
import styles from './policy.module.css'

const GUESSED_WIDTH = 1000

interface YearChartProps {
  readonly outcome: PolicyOutcomeBody
  readonly image: string | null
  readonly at: string
  readonly months: MonthBarsProps['months']
}

/** A lane per version over the next 12 months. */
export function YearChart({ outcome, image, at, months }: YearChartProps): ReactNode {
  const zone = useZone()
  const nowText = useNowWord('now', zone)
  const now = ms(at)
  const until = ms(outcome.year.until)
  const range = useMemo(() => rangeOf(now, until, zone), [now, until, zone])
  const plot = useRef<HTMLDivElement>(null)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, offsetIn(zone)),
    [range, box.width, box.measure, zone],
  )
  const list = outcome.year.lists.find((one) => one.image === image)
  const rows = useMemo(() => (list ? yearRows(list, range.from) : []), [list, range.from])
  const marks = useMemo(() => releaseMarks(outcome.releases, image, box), [outcome.releases, image, box])
  const labels = Math.min(Math.max(62, ...rows.map(({ version }) => box.measure(version, 13, 600) + 14)), 200)
  const layer = { left: labels, right: 0 }
  return (
    <Scroll label={`The next ${HORIZON}, chart`}>
      <div className={`${chartClass} ${styles.chart}`} {...rangeMark(range)}>
        <div style={{ marginLeft: labels }} aria-hidden>
          <div ref={plot} className={styles.yearAxis}>
            {marks.map((mark) => (
              <span
                key={mark.at}
                className={styles.release}
                title={mark.title}
                data-named={mark.label !== '' || undefined}
                style={{ left: css(percentAt(range, mark.at)) }}
              >
                {mark.label}
              </span>
            ))}
            <Axis ticks={ticks} />
            <NowLabel x={nowLabelAt(box, nowText)} text={nowText} />
          </div>
        </div>
        <div className={styles.yearBody}>
          <div aria-hidden className={layerClass} style={layer}>
            <Grid range={range} now={now} ticks={ticks} />
          </div>
          <table className={styles.lanes}>
            <caption className="visually-hidden">Stages of the versions over the next {HORIZON}</caption>
            <colgroup>
              <col style={{ width: labels }} />
              <col />
            </colgroup>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Version</th>
                <th scope="col">{`Stages, ${dayText(range.from, zone)} to ${dayText(range.to, zone)}`}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Lane key={row.version} row={row} box={box} zone={zone} />
              ))}
            </tbody>
          </table>
          <div aria-hidden className={layerClass} style={layer}>
            <NowLine range={range} now={now} rise={24} />
          </div>
        </div>
        <MonthBars months={months} range={range} labels={labels} />
      </div>
    </Scroll>
  )
}

interface LaneProps {
  readonly row: YearRow
  readonly box: ChartBox
  readonly zone: Zone
}

function Lane({ row, box, zone }: LaneProps): ReactNode {
  const segments = placedSegments(row.spans, box).map(asTail)
  const { expires } = row
  const flag = expires === null ? null : placedFlag(expires, flagDate(expires, zone, box.now), box)
  return (
    <tr data-first={row.isFirstOfMinor || undefined}>
      <th scope="row" title={row.version}>
        {row.version}
      </th>
      <td>
        {segments.map((segment) => (
          <Segment
            key={`${segment.span.look}/${segment.span.from}`}
            segment={segment}
            name={spanName(row.version, segment.span, zone)}
          />
        ))}
        {flag && expires !== null && (
          <Flag
            flag={flag}
            title={`${row.version} ${expires < box.now ? 'expired' : 'expires'} ${dayText(expires, zone)}`}
          />
        )}
      </td>
    </tr>
  )
}

/** Whole months: some days before now, and the year. */
function rangeOf(now: number, until: number, zone: Zone): TimeRange {
  const ahead = offsetIn(zone)
  return { from: startOf('month', now, ahead), to: add('month', startOf('month', until, ahead), 1, ahead) }
}

function offsetIn(zone: Zone): (at: number) => number {
  return (at) => offsetMinutes(zone, at) * MINUTE
}

type Month = NonNullable<PolicyEffectsAnswer['year']>['months'][number]

interface MonthBarsProps {
  /** Undefined while it is computed. */
  readonly months: readonly Month[] | undefined
  readonly range: TimeRange
  /** Width of the column before the bars. */
  readonly labels: number
}

/** The place is so many times as high as the highest bar; figures need this share of that bar. */
const HEADROOM = 1.25
const LABEL = 0.14

/** Forced updates per month, with the policy and as the profile is; under the chart, on the same scale of time. */
function MonthBars({ months = [], range, labels }: MonthBarsProps): ReactNode {
  const most = Math.max(1, ...months.flatMap(({ forced }) => [forced.before, forced.after]))
  return (
    <div className={styles.bars} style={{ gridTemplateColumns: `${labels}px minmax(0, 1fr)` }}>
      <span className="faint tiny">
        Forced
        <br />
        per month
      </span>
      <div>
        <Bars
          series={['m-5']}
          columns={months.map(({ month, forced: { before, after } }) => ({
            at: middleOf(month, range),
            counts: [after],
            figure: countText(after),
            look: after === 0 ? 'zero' : 'chosen',
            ...(before !== after && {
              other: before,
              otherFigure: Math.abs(before - after) / most < LABEL ? '' : `was ${countText(before)}`,
            }),
          }))}
          {...range}
          top={most * HEADROOM}
          width={BAR_WIDTH}
          isBeside
        />
        <ul className="visually-hidden" aria-label="Forced updates per month">
          {months.map(({ month, forced: { before, after } }) => (
            <li key={month}>
              {`${monthText(`${month}-01T00:00:00Z`, 'UTC', true)}: ${countText(after)} with the policy, ${countText(before)} as the profile is`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** In pixels. */
const BAR_WIDTH = 26

/** The middle of what the chart shows of a month; the first may begin before it does. */
function middleOf(month: string, range: TimeRange): number {
  const begin = new Date(`${month}-01T00:00:00Z`)
  const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1)
  return (Math.max(range.from, begin.getTime()) + Math.min(range.to, end)) / 2
}

type YearList = PolicyOutcomeBody['year']['lists'][number]
type Release = PolicyOutcomeBody['releases'][number]

/** A stretch of a version's life, its label being its stage. */
export interface YearSpan extends Span {
  readonly label: SegmentLook
}

/** One lane of the year. */
interface YearRow {
  readonly version: string
  readonly minor: string
  readonly isFirstOfMinor: boolean
  readonly spans: readonly YearSpan[]
  readonly expires: number | null
}

/** The lanes of a list, newest first; without versions that have expired before `from` and stay as they are. */
function yearRows({ versions }: YearList, from: number): readonly YearRow[] {
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
function releaseMarks(releases: readonly Release[], image: string | null, box: ChartBox): readonly ReleaseMark[] {
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
