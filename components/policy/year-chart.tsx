'use client'

import { type ReactNode, useMemo, useRef } from 'react'
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
  layerClass,
  NowLabel,
  NowLine,
  nowLabelAt,
  percentAt,
  placedFlag,
  placedSegments,
  Segment,
  startOf,
  type TimeRange,
  useChartBox,
} from '@/components/timeline'
import { Scroll } from '@/components/ui/scroll'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import type { PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { HORIZON } from '@/lib/words/phrases'
import { flagDate, spanName } from '@/lib/words/spans'
import { dayText, MINUTE, ms } from '@/lib/words/time-text'
import { rangeMark } from '../ui/chart-mark'
import { MonthBars, type MonthBarsProps } from './month-bars'
import styles from './year.module.css'
import { releaseMarks, type YearRow, yearRows } from './year-rows'

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
        <div className={styles.yearHead} style={{ marginLeft: labels }} aria-hidden>
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
