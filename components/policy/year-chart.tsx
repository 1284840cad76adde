'use client'

import { type ReactNode, useMemo, useRef } from 'react'
import { flagDate, spanName } from '@/components/cloudprofiles/span-text'
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
import { dayText, ms } from '@/lib/client/time-text'
import type { PolicyOutcomeBody } from '@/lib/contract'
import { MonthBars, type MonthBarsProps } from './month-bars'
import styles from './year.module.css'
import { releaseMarks, type YearRow, yearRows } from './year-rows'

const GUESSED_WIDTH = 1000
const ZONE = 'UTC'

interface YearChartProps {
  readonly outcome: PolicyOutcomeBody
  readonly image: string | null
  readonly at: string
  readonly months: MonthBarsProps['months']
}

/** A lane per version over the coming year. In UTC: a policy dates in UTC, and no cluster's window is in sight. */
export function YearChart({ outcome, image, at, months }: YearChartProps): ReactNode {
  const now = ms(at)
  const until = ms(outcome.year.until)
  const range = useMemo(() => rangeOf(now, until), [now, until])
  const plot = useRef<HTMLDivElement>(null)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = useMemo(() => fittedTicks(range, box.width, box.measure), [range, box.width, box.measure])
  const list = outcome.year.lists.find((one) => one.image === image)
  const rows = useMemo(() => (list ? yearRows(list, range.from) : []), [list, range.from])
  const marks = useMemo(() => releaseMarks(outcome.releases, image, box), [outcome.releases, image, box])
  const labels = Math.min(Math.max(62, ...rows.map(({ version }) => box.measure(version, 13, 600) + 14)), 200)
  const layer = { left: labels, right: 0 }
  return (
    <Scroll label="A year ahead, chart">
      <div className={`${chartClass} ${styles.chart}`}>
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
            <NowLabel x={nowLabelAt(box, 'now')} text="now" />
          </div>
        </div>
        <div className={styles.yearBody}>
          <div aria-hidden className={layerClass} style={layer}>
            <Grid range={range} now={now} ticks={ticks} />
          </div>
          <table className={styles.lanes}>
            <caption className="vh">Stages of the versions over the coming year</caption>
            <colgroup>
              <col style={{ width: labels }} />
              <col />
            </colgroup>
            <thead className="vh">
              <tr>
                <th scope="col">Version</th>
                <th scope="col">{`Stages, ${dayText(range.from, ZONE)} to ${dayText(range.to, ZONE)}`}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Lane key={row.version} row={row} box={box} />
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

function Lane({ row, box }: { readonly row: YearRow; readonly box: ChartBox }): ReactNode {
  const segments = placedSegments(row.spans, box).map(asTail)
  const { expires } = row
  const flag = expires === null ? null : placedFlag(expires, flagDate(expires, ZONE, box.now), box)
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
            name={spanName(row.version, segment.span, ZONE)}
          />
        ))}
        {flag && expires !== null && (
          <Flag
            flag={flag}
            title={`${row.version} ${expires < box.now ? 'expired' : 'expires'} ${dayText(expires, ZONE)}`}
          />
        )}
      </td>
    </tr>
  )
}

/** Whole months: some days before now, and the year. */
function rangeOf(now: number, until: number): TimeRange {
  return { from: startOf('month', now), to: add('month', startOf('month', until), 1) }
}
