'use client'

import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { Zone } from '@/lib/contract/zone'
import { flagDate, spanName } from '@/lib/words/spans'
import { dayText } from '@/lib/words/time-text'
import {
  Axis,
  asTail,
  Brush,
  type ChartBox,
  chartClass,
  css,
  Flag,
  fittedTicks,
  freePlace,
  Grid,
  layerClass,
  NowLabel,
  NowLine,
  nowLabelAt,
  nowStretch,
  type OffsetAt,
  percentAt,
  placedFlag,
  placedSegments,
  type Roving,
  Segment,
  type TimeRange,
  useChartBox,
} from '../timeline'
import type { VersionRow } from '../timeline/rows'
import { chartMark } from '../ui/chart-mark'
import { SkeletonBar } from '../ui/parts'
import type { FactColumn, FactContext, OwnDate } from './fact-columns'
import styles from './profile.module.css'

export interface VersionsChartProps {
  /** `Kubernetes versions of aws` */
  readonly name: string
  /** Undefined while they are not known: axis and now line are there at once. */
  readonly rows: readonly VersionRow[] | undefined
  readonly minorHead: string
  readonly columns: readonly FactColumn[]
  readonly selected: string | undefined
  readonly hrefOf: (row: VersionRow) => string
  readonly onSelect: (row: VersionRow) => void
  readonly whole: TimeRange
  readonly range: TimeRange
  /** Whether parts glide to their new places: after a key or a button, not while something is dragged. */
  readonly isGliding: boolean
  readonly onRangeMove: (range: TimeRange) => void
  readonly onRangeChange: (range: TimeRange) => void
  readonly now: number
  readonly nowText: string
  readonly zone: Zone
  readonly offsetAt: OffsetAt
  readonly own: ReadonlyMap<string, OwnDate>
  readonly parent: string | null
  readonly roving: Roving
  readonly chart: RefObject<HTMLTableElement | null>
  /** Said in place of rows when there are none, or across them when no version expires. */
  readonly emptyText: string | undefined
}

/** A real table in which arrows move from cell to cell, so that the whole chart is one tab stop. */
const GRID = { role: 'grid' } as const

/** Beside all facts it fits a window of 1024 pixels. */
const LEAST_PLOT = 300
const GUESSED_WIDTH = 736
/** The row of the axis; what lies under and over the rows begins below it. */
const HEAD_HEIGHT = 42
/** The now line begins under its label. */
const NOW_LABEL = 18

/** The versions of a profile over time: one row per version, labels left, time between, facts right. */
export function VersionsChart(props: VersionsChartProps): ReactNode {
  const { name, rows, columns, range, whole, now, zone, offsetAt, roving, chart } = props
  const plot = useRef<HTMLDivElement>(null)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, offsetAt),
    [range, box.width, box.measure, offsetAt],
  )
  const versionWidth = useMemo(() => labelWidth(rows ?? [], box), [rows, box])
  const minorWidth = useMemo(() => minorsWidth(rows ?? [], box), [rows, box])
  const labels = minorWidth + versionWidth
  const facts = columns.reduce((sum, column) => sum + column.width, 0)
  const most = Math.max(1, ...(rows ?? []).map((row) => row.clusters))
  const layer = { left: labels, right: facts, top: HEAD_HEIGHT }
  const expiring = new Map<number, number>()
  for (const { expires, clusters } of rows ?? []) {
    if (expires !== null) expiring.set(expires, (expiring.get(expires) ?? 0) + clusters)
  }
  const expiries = [...expiring].map(([at, clusters]) => ({ at, clusters }))

  /** Links do what links do; anywhere else in a row selects it. */
  const select = (target: EventTarget) => {
    if (!(target instanceof Element) || target.closest('a, button')) return
    const version = target.closest<HTMLElement>('[data-row]')?.dataset.row
    const row = rows?.find((one) => one.version === version)
    if (row) props.onSelect(row)
  }

  return (
    <div className={styles.frame}>
      <div
        className={`${chartClass} ${styles.chart}`}
        {...chartMark(name, range)}
        data-moving={props.isGliding || undefined}
        style={{ minWidth: labels + facts + LEAST_PLOT }}
      >
        <div className={styles.brush} style={{ marginLeft: labels, marginRight: facts }}>
          <Brush
            whole={whole}
            range={range}
            now={now}
            offsetAt={offsetAt}
            expiries={expiries}
            width={box.width}
            measure={box.measure}
            dayText={(at) => dayText(at, zone)}
            onMove={props.onRangeMove}
            onChange={props.onRangeChange}
          />
        </div>
        <div className={styles.body}>
          <div aria-hidden className={layerClass} style={layer}>
            <Grid range={range} now={now} ticks={ticks} />
          </div>
          <table
            ref={chart}
            {...GRID}
            aria-label={name}
            aria-busy={rows === undefined}
            className={styles.grid}
            onKeyDown={(event) => (event.key === 'Enter' ? select(event.target) : roving.onKeyDown(event))}
            onFocus={roving.onFocus}
            onClick={(event) => select(event.target)}
          >
            <colgroup>
              <col style={{ width: minorWidth }} />
              <col style={{ width: versionWidth }} />
              <col />
              {columns.map((column) => (
                <col key={column.key} style={{ width: column.width }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                <th scope="col">{props.minorHead}</th>
                <th scope="col">Version</th>
                <th scope="col" className={styles.axis}>
                  <span className="visually-hidden">{`Time, ${dayText(range.from, zone)} to ${dayText(range.to, zone)}`}</span>
                  <div ref={plot} className={styles.plot}>
                    <Axis ticks={ticks} />
                    <NowLabel x={nowLabelAt(box, props.nowText)} text={props.nowText} />
                    <NowLine range={range} now={now} rise={-NOW_LABEL} />
                  </div>
                </th>
                {columns.map((column) => (
                  <th key={column.key} scope="col">
                    {column.head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows?.map((row, index) => (
                <Row key={`${row.what}/${row.version}`} row={row} index={index} box={box} most={most} {...props} />
              ))}
              {rows === undefined && <Placeholders columns={columns} />}
            </tbody>
          </table>
          {props.emptyText !== undefined && (
            <div className={styles.empty} style={{ marginLeft: labels, marginRight: facts }}>
              <span style={{ marginLeft: besideNow(range, now) }}>{props.emptyText}</span>
            </div>
          )}
          <div aria-hidden className={layerClass} style={layer}>
            <NowLine range={range} now={now} />
          </div>
        </div>
      </div>
    </div>
  )
}

type RowProps = VersionsChartProps & {
  readonly row: VersionRow
  readonly index: number
  readonly box: ChartBox
  readonly most: number
}

function Row(props: RowProps): ReactNode {
  const { row, index, box, columns, selected, zone, now, roving, own, parent, most } = props
  const isSelected = row.version === selected
  const segments = useMemo(() => placedSegments(row.spans, box).map(asTail), [row.spans, box])
  const flag = row.expires === null ? null : placedFlag(row.expires, flagDate(row.expires, zone, now), box)
  const stop = (name: string) => `${row.version}/${name}`
  const context: FactContext = { zone, now, most, own: own.get(`${row.what}/${row.version}`), parent }
  return (
    <tr aria-selected={isSelected} data-row={row.version} data-first={row.isFirstOfMinor || undefined}>
      <td className={styles.minor} title={row.isFirstOfMinor ? row.minor : undefined}>
        {row.isFirstOfMinor && row.minor}
      </td>
      <th scope="row" className={styles.version} title={row.version}>
        <a
          href={BASE_PATH + props.hrefOf(row)}
          data-stop={stop('version')}
          tabIndex={roving.isCurrent(stop('version'), index === 0) ? 0 : -1}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            props.onSelect(row)
          }}
        >
          {row.version}
        </a>
      </th>
      <td className={styles.plot}>
        {segments.map((segment, place) => (
          <Segment
            key={`${segment.span.look}/${segment.span.from}`}
            segment={segment}
            name={spanName(row.version, segment.span, zone)}
            focusable={{ id: stop(String(place)), current: roving.isCurrent(stop(String(place))) }}
          />
        ))}
        {row.stage === 'notInProfile' && <NotListed box={box} />}
        {flag && row.expires !== null && (
          <Flag
            flag={flag}
            title={`${row.version} ${row.expires < now ? 'expired' : 'expires'} ${dayText(row.expires, zone)}`}
          />
        )}
      </td>
      {columns.map((column) => (
        <td key={column.key} className={styles.fact}>
          {column.cell(row, context)}
        </td>
      ))}
    </tr>
  )
}

const NOT_LISTED = 'clusters run it, the profile does not list it'

/** In place of segments: there is no date to draw. */
function NotListed({ box }: { readonly box: ChartBox }): ReactNode {
  const left = freePlace(6, box.width, box.measure(NOT_LISTED), nowStretch(box)) ?? 6
  return (
    <span className={styles.notListed} style={{ left }}>
      {NOT_LISTED}
    </span>
  )
}

/** Flat bars of the rows' height while they are not known. */
function Placeholders({ columns }: { readonly columns: readonly FactColumn[] }): ReactNode {
  return PLACES.map(({ left, width }) => (
    <tr key={left} aria-hidden>
      <td />
      <td>
        <SkeletonBar width="44px" />
      </td>
      <td className={styles.plot}>
        <span className={styles.placeholder} style={{ left: `${left}%`, width: `${width}%` }}>
          <SkeletonBar width="100%" height="18px" />
        </span>
      </td>
      {columns.map((column, index) => (
        <td key={column.key}>{index < 3 && <SkeletonBar width={`${Math.round(column.width * 0.6)}px`} />}</td>
      ))}
    </tr>
  ))
}

const PLACES = [
  { left: 12, width: 62 },
  { left: 10, width: 42 },
  { left: 2, width: 58 },
  { left: 1, width: 40 },
  { left: 0, width: 71 },
  { left: 0.5, width: 33 },
  { left: 0.2, width: 52 },
  { left: 0.1, width: 24 },
]

/** A sentence that begins right of the now line, if there is room. */
function besideNow(range: TimeRange, now: number): string {
  const percent = percentAt(range, now)
  return percent >= 0 && percent < 45 ? `calc(${css(percent)} + 12px)` : '12px'
}

/** As wide as the longest minor; what is longer is cut. */
function minorsWidth(rows: readonly VersionRow[], box: ChartBox): number {
  const longest = Math.max(0, ...rows.map((row) => box.measure(row.minor, 13, 600)))
  return Math.min(Math.max(44, longest + 16), 110)
}

/** As wide as the longest version, within reason; what is longer is cut and has its text in the title. */
function labelWidth(rows: readonly VersionRow[], box: ChartBox): number {
  const longest = Math.max(0, ...rows.map((row) => box.measure(row.version, 13, 600)))
  return Math.min(Math.max(68, longest + 14), 180)
}
