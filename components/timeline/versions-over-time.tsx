'use client'

import { type ReactNode, useMemo, useRef } from 'react'
import { useZone } from '@/lib/browser/clock'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import { type EffectRow, effectRange } from '@/lib/questions/draft/browser/effect-rows'
import { dayText, MINUTE } from '@/lib/words/time-text'
import {
  Axis,
  asTail,
  type ChartBox,
  chartClass,
  differenceText,
  Flag,
  fittedTicks,
  Ghost,
  Grid,
  ghostRowClass,
  layerClass,
  markStretch,
  NowLabel,
  NowLine,
  nowLabelAt,
  type PlacedFlag,
  pixelAt,
  placedFlag,
  placedGhost,
  placedSegments,
  Segment,
  type TimeRange,
  useChartBox,
} from '../timeline'
import { rangeMark } from '../ui/chart-mark'
import { DataTable, Scroll } from '../ui/data-table'
import styles from './versions-over-time.module.css'

interface VersionsOverTimeProps<Row extends EffectRow> {
  readonly rows: readonly Row[]
  /** The instant that the rows are computed for. */
  readonly at: number
  /** Where the now line stands. */
  readonly now: number
  /** In pixels, until it is measured. */
  readonly guessedWidth: number
  /** Sets `--labels`, the width of what stands left of the time. */
  readonly className: string | undefined
  /** What stands left of the time: a version, or something that begins with it. */
  readonly label: (row: Row) => ReactNode
  /** In place of the expiry flag. */
  readonly flag?: (row: Row, flag: PlacedFlag, range: TimeRange) => ReactNode
}

/** Versions over time, a row each: as they will be with the draft, above each what it was. */
export function VersionsOverTime<Row extends EffectRow>(props: VersionsOverTimeProps<Row>): ReactNode {
  const { rows, at, now } = props
  const zone = useZone()
  const plot = useRef<HTMLDivElement>(null)
  const range = useMemo(() => effectRange(rows, at, zone), [rows, at, zone])
  const box = useChartBox(plot, range, now, props.guessedWidth)
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, (instant) => offsetMinutes(zone, instant) * MINUTE),
    [range, box.width, box.measure, zone],
  )
  return (
    <div className={[chartClass, styles.chart, props.className].join(' ')} {...rangeMark(range)}>
      <div className={styles.axis} aria-hidden>
        <div ref={plot} className={styles.plot}>
          <Axis ticks={ticks} initials />
          <NowLabel x={nowLabelAt(box, 'now')} text="now" />
        </div>
      </div>
      <div className={styles.rows}>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        <ul aria-label="Versions over time">
          {rows.map((row) => (
            <li key={`${row.image}/${row.version}`} className={styles.row}>
              <div className={styles.label}>{props.label(row)}</div>
              <Lane row={row} at={at} box={box}>
                {(flag) => props.flag?.(row, flag, range)}
              </Lane>
            </li>
          ))}
        </ul>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <NowLine range={range} now={now} rise={20} />
        </div>
      </div>
    </div>
  )
}

interface LaneProps {
  readonly row: EffectRow
  readonly at: number
  readonly box: ChartBox
  /** A flag of another kind than the usual. */
  readonly children: (flag: PlacedFlag) => ReactNode
}

function Lane({ row: { name, kind, spans, expires, was }, at, box, children }: LaneProps): ReactNode {
  const zone = useZone()
  const flag = expires === null ? null : placedFlag(expires, dayText(expires, zone, { now: at }), box)
  const taken = flag === null || expires === null ? [] : [markStretch(pixelAt(box, expires), 4)]
  const looks = spans.map(({ stage, from, to }) => ({ look: stage, from, to, label: stage }))
  const difference = was === null || kind === 'removed' ? null : differenceText(was.to, expires)
  // All that it was to be where there is room for it, else what it was to be first.
  const ghosts =
    was === null
      ? []
      : [was.text, was.shortText].map((text) => placedGhost({ ...was, label: `was ${text}`, difference }, box))
  const ghost = ghosts.find((one) => one?.textAt != null) ?? ghosts.at(-1)
  return (
    <div className={was === null ? styles.lane : ghostRowClass}>
      {ghost && was && (
        <Ghost ghost={ghost} name={[`${name} was ${was.text}`, difference].filter(Boolean).join(', ')} />
      )}
      {placedSegments(looks, box, taken)
        .map(asTail)
        .map((segment) => (
          <Segment
            key={`${segment.span.look}/${segment.span.from}`}
            segment={segment}
            name={spanText(name, segment.span, zone)}
          />
        ))}
      {flag &&
        (children(flag) ?? (
          <Flag flag={flag} title={`${name} ${flag.at < at ? 'expired' : 'expires'} ${dayText(flag.at, zone)}`} />
        ))}
    </div>
  )
}

function spanText(
  name: string,
  { look, from, to }: { look: string; from: number | null; to: number | null },
  zone: Zone,
): string {
  const since = from === null ? '' : `, from ${dayText(from, zone)}`
  return `${name} ${look}${since}${to === null ? '' : ` to ${dayText(to, zone)}`}`
}

/** The same as the timeline, in words. */
export function EffectTable({ rows }: { readonly rows: readonly EffectRow[] }): ReactNode {
  const zone = useZone()
  return (
    <Scroll label="Versions before and after, as a table">
      <DataTable
        className="dense"
        caption="Versions before and after"
        heads={['Version', 'Was', 'Will be', 'Expires', 'Difference']}
      >
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.image}/${row.version}`}>
              <th scope="row">{row.name}</th>
              <td className="muted">{row.kind === 'new' ? 'not listed' : (row.was?.text ?? 'the same')}</td>
              <td>{row.will ?? 'not listed'}</td>
              <td>
                {row.expires === null ? <span className="faint">no expiry set</span> : dayText(row.expires, zone)}
              </td>
              <td>
                {row.was === null || row.kind === 'removed'
                  ? row.kind
                  : (differenceText(row.was.to, row.expires) ?? 'same date')}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
