'use client'

import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import type { Zone } from '@/lib/contract/zone'
import { dayText } from '@/lib/words/time-text'
import { SkeletonBar } from '../ui/parts'
import { type OffsetAt, offsetAtOf } from './calendar'
import { Lane, type LaneDrawing, type LaneProps, type LaneRow, type StopAttributes } from './lane'
import { type ChartBox, type LaneRun, nowLabelAt, pixelAt, placedRuns } from './layout'
import { AreaNames, Areas, Axis, Grid, NowLabel, NowLine, type TimeArea } from './parts'
import { css, partsWithin, percentAt, type TimeRange } from './range'
import { type AxisTick, fittedTicks, nowLineAt } from './ticks'
import styles from './timeline.module.css'
import { useChartBox } from './use-chart-box'
import { useRoving } from './use-roving'

/**
 * The life of versions and of what runs them: a view makes rows of its facts (segments, marks, a flag, ghosts of what was before) and
 * says what stands left and right of the time. What draws something else over time takes `fittedTicks`, `useWidth` and `useMeasure`, or
 * the charts of `components/charts`. A text never touches the now line or a mark: `keptLabels` chooses by rank which labels may be printed.
 */

export interface LaneColumn<R extends LaneRow> {
  readonly key: string
  /** One that is `hidden` is only read out. */
  readonly head: string | { readonly hidden: string }
  /** The width in pixels, or a length of CSS. */
  readonly width: number | string
  /** `stop` is for the one link of the row that arrows lead to, in the column that `isStop`. */
  readonly cell: (row: R, stop: StopAttributes) => ReactNode
  /** What is cut off. */
  readonly title?: (row: R) => string | undefined
  readonly isName?: boolean
  readonly isStop?: boolean
  readonly isNumber?: boolean
  /**
   * Where its words stand on a phone, on which the lane stands below them: in a line above the others, at the end of their line, over most
   * of a line, below the lane, or nowhere. `only`: they are of the phone alone.
   */
  readonly phone?: 'above' | 'end' | 'wide' | 'below' | 'hidden' | 'only'
}

export interface LanesProps<R extends LaneRow> extends LaneDrawing<R> {
  /** `Kubernetes versions of aws` */
  readonly name: string
  /** Undefined while they are not known: axis and now line are there at once. */
  readonly rows: readonly R[] | undefined
  /** Columns before the time, and after it. */
  readonly left: readonly LaneColumn<R>[]
  readonly right?: readonly LaneColumn<R>[]
  readonly range: TimeRange
  readonly now: number
  readonly nowText?: string
  /** The zone in which days begin, if that is not the zone of the page. */
  readonly zone?: Zone
  /** With less than so many pixels for the time it scrolls sideways, but on a phone. */
  readonly least?: number
  /** On a phone: the lane below its words; the same with nothing printed in it; or all of it scrolls. */
  readonly phone?: 'lines' | 'bars' | 'scroll'
  /** What is expired is a line below its lane, or in the middle of it, where words stand on it. */
  readonly tails?: 'below' | 'middle'
  /** Whether the keys j and k go from row to row. */
  readonly hasRowKeys?: boolean
  /** Whether parts glide to their new places: after a key or a button, not while something is dragged. */
  readonly isGliding?: boolean
  /** Lines through all lanes, with labels on top. */
  readonly runs?: readonly LaneRun[]
  readonly areas?: readonly TimeArea[]
  /** Attributes of the chart, for the dialog that takes it away. */
  readonly mark?: Readonly<Record<string, string | undefined>>
  readonly className?: string | undefined
  /** What only this view draws: above the time, in its axis, and under all rows. */
  readonly above?: (box: ChartBox) => ReactNode
  readonly axis?: (box: ChartBox) => ReactNode
  readonly under?: (box: ChartBox) => ReactNode
  /** Opened below a row, over all of its width. */
  readonly below?: (row: R) => ReactNode
  /** Below the rows, where the time is. */
  readonly foot?: (
    box: ChartBox,
    stop: (name: string) => StopAttributes,
  ) => { readonly plot: ReactNode; readonly label: string; readonly note: ReactNode }
  /** The text in place of rows, or across them. */
  readonly emptyText?: string | undefined
  /** The stop that Tab reaches at first, where it is none of the first row. */
  readonly firstStop?: string | undefined
  /** A press or Enter anywhere in a row but on what is a link. */
  readonly onPick?: (row: R) => void
}

/** What a table is where its rows are laid out in another way than tables are: a browser may then not tell any more. */
const NAMED = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  name: { role: 'rowheader' },
} as const
/** A picture beside words that say the same is no table for readers. */
const NONE = { role: 'none' } as const

const ROLES = {
  grid: { ...NAMED, table: { role: 'grid' }, cell: { role: 'gridcell' } },
  table: { ...NAMED, table: { role: 'table' }, cell: { role: 'cell' } },
  plain: { table: NONE, group: NONE, row: NONE, head: NONE, name: NONE, cell: NONE },
} as const

/**
 * The lives of versions, or of what runs them, on one axis: a row each, with what it is about left of the time and facts right of it. All
 * lanes of the product are drawn by it. As a `grid` it is one stop for the keyboard, and arrows move inside.
 */
export function Lanes<R extends LaneRow>(props: LanesProps<R>): ReactNode {
  const { name, rows, left, right = NO_COLUMNS, range, now, nowText = 'now', kind = 'grid' } = props
  const own = useZone()
  const zone = props.zone ?? own
  const plot = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const roving = useRoving(table)
  useKeys(props.hasRowKeys ? { j: () => roving.moveRow(1), k: () => roving.moveRow(-1) } : {})
  const box = useChartBox(plot, range, now)
  const ticks = ticksOf(box, offsetAtOf(zone))
  const most = Math.max(0, ...(rows ?? []).flatMap(({ counts = [] }) => counts.flat().map(({ count }) => count)))
  const runs = props.runs && placedRuns(props.runs, box)
  const areas = partsWithin(range, props.areas ?? [])
  const roles = ROLES[kind]
  const widths = {
    '--columns': [...left.map(lengthOf), 'minmax(0, 1fr)', ...right.map(lengthOf)].join(' '),
    '--left': sumOf(left),
    '--right': sumOf(right),
    '--plot': `${props.least ?? 0}px`,
    '--before': left.length,
  } as CSSProperties

  /** Links do what links do; anywhere else in a row picks it. */
  const pick = (target: EventTarget) => {
    if (props.onPick === undefined || !(target instanceof Element) || target.closest('a, button')) return
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row
    const row = rows?.find((one) => one.id === id)
    if (row) props.onPick(row)
  }
  const firstStop = props.firstStop ?? (rows?.[0] && `${rows[0].id}/${left.some(({ isStop }) => isStop) ? 'name' : 0}`)
  const stop = (id: string): StopAttributes => ({
    'data-stop': id,
    tabIndex: roving.isCurrent(id, id === firstStop) ? 0 : -1,
  })
  const keyboard = kind === 'grid' && {
    onKeyDown: (event: KeyboardEvent) => (event.key === 'Enter' ? pick(event.target) : roving.onKeyDown(event)),
    onFocus: roving.onFocus,
    onClick: (event: MouseEvent) => pick(event.target),
  }
  const foot = props.foot?.(box, (id) => stop(`foot/${id}`))

  return (
    <div
      className={[styles.chart, styles.lanes, props.className].filter(Boolean).join(' ')}
      {...props.mark}
      data-moving={props.isGliding || undefined}
      data-phone={props.phone ?? 'lines'}
      data-tails={props.tails ?? 'below'}
      style={widths}
    >
      <div className={styles.width}>
        {props.above && <div className={styles.above}>{props.above(box)}</div>}
        <div className={styles.body}>
          <div aria-hidden className={styles.under} data-runs={runs !== undefined || undefined}>
            <Grid range={range} now={now} ticks={ticks} />
            <NowLine range={range} now={now} />
            {props.under?.(box)}
            {runs?.map((run) => (
              <span
                key={`${run.at} ${run.first}`}
                className={styles.runLine}
                data-kind={run.kind}
                data-short={run.labelAt === null || undefined}
                style={{ left: css(percentAt(range, run.at)) }}
              />
            ))}
          </div>
          <table
            ref={table}
            {...roles.table}
            aria-label={kind === 'plain' ? undefined : name}
            aria-busy={rows === undefined || undefined}
            {...keyboard}
          >
            <thead {...roles.group} data-long={(rows?.length ?? 0) > LONG || undefined}>
              <tr {...roles.row} className={styles.head} data-runs={runs !== undefined || undefined}>
                {left.map((column) => headOf(column, roles.head))}
                <th {...roles.head} className={styles.plot}>
                  <span className="visually-hidden">{`Time, ${dayText(range.from, zone)} to ${dayText(range.to, zone)}`}</span>
                  <div ref={plot} className={styles.axis} aria-hidden={props.axis === undefined || undefined}>
                    {runs?.map(
                      (run) =>
                        run.labelAt !== null && (
                          <span
                            key={`${run.at} ${run.first}`}
                            className={styles.run}
                            data-kind={run.kind}
                            style={{ left: run.labelAt }}
                          >
                            <b>{run.first}</b>
                            <span className="muted">{run.second}</span>
                          </span>
                        ),
                    )}
                    <Axis ticks={ticks} initials={props.phone !== 'scroll'} />
                    <AreaNames areas={areas} box={box} nowText={nowText} />
                    {props.axis?.(box)}
                    {runs ? (
                      <span className={styles.nowBeside} style={{ left: css(percentAt(range, now)) }}>
                        {nowText}
                      </span>
                    ) : (
                      <NowLabel x={nowLabelAt(box, nowText)} text={nowText} />
                    )}
                    <NowLine range={range} now={now} rise={runs ? -UNDER_RUNS : -UNDER_LABEL} />
                  </div>
                </th>
                {right.map((column) => headOf(column, roles.head))}
              </tr>
            </thead>
            <tbody {...roles.group}>
              {rows === undefined &&
                WAITING.map((width) => (
                  <tr key={width} aria-hidden className={styles.row}>
                    <td className={styles.plot} style={{ gridColumn: left.length + 1 }}>
                      <SkeletonBar width={`${width}%`} height="18px" />
                    </td>
                  </tr>
                ))}
              {rows?.map((row) => (
                <Row
                  key={row.id}
                  {...props}
                  row={row}
                  areas={areas}
                  right={right}
                  box={box}
                  most={most}
                  stop={stop}
                  roles={roles}
                />
              ))}
            </tbody>
            {foot && (
              <tfoot {...roles.group}>
                <tr {...roles.row} data-row="foot" className={styles.foot}>
                  <th {...roles.name} className={styles.cell}>
                    {foot.label}
                  </th>
                  <td {...roles.cell} className={styles.plot}>
                    <Areas areas={areas} box={box} />
                    <NowLine range={range} now={now} />
                    {foot.plot}
                  </td>
                  <td {...roles.cell} className={styles.cell}>
                    {foot.note}
                  </td>
                </tr>
              </tfoot>
            )}
          </table>
          {props.emptyText !== undefined && (
            <p className={styles.empty} data-alone={rows?.length === 0 || undefined}>
              <span style={{ marginLeft: besideNow(range, now) }}>{props.emptyText}</span>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

const NO_COLUMNS: readonly never[] = []
/** From so many rows on the axis stays in sight. */
const LONG = 12
/** The now line begins under its label. */
const UNDER_LABEL = 18
const UNDER_RUNS = 36

/** Widths in percent, in place of rows that are being waited for. */
const WAITING = [62, 42, 58, 40, 71, 33] as const

function headOf<R extends LaneRow>({ key, head, phone, isNumber }: LaneColumn<R>, role: { role: string }): ReactNode {
  return (
    <th {...role} key={key} className={styles.cell} data-phone={phone} data-number={isNumber}>
      {typeof head === 'string' ? head : <span className="visually-hidden">{head.hidden}</span>}
    </th>
  )
}

function lengthOf({ width, phone }: { readonly width: number | string; readonly phone?: string }): string {
  return phone === 'only' ? '' : typeof width === 'number' ? `${width}px` : width
}

function sumOf(columns: readonly { readonly width: number | string; readonly phone?: string }[]): string {
  const lengths = columns.map(lengthOf).filter((length) => length !== '')
  return lengths.length === 0 ? '0px' : `calc(${lengths.join(' + ')})`
}

/** The ticks; a chart with two scales has ticks of its own for each half. */
function ticksOf(box: ChartBox, offsetAt: OffsetAt): readonly AxisTick[] {
  const { range, measure } = box
  const { from, to, turn } = range
  const parts =
    turn === undefined
      ? [{ from, to }]
      : [
          { from, to: turn.at },
          { from: turn.at, to },
        ]
  return parts.flatMap((part) => {
    const left = pixelAt(box, part.from)
    const taken = [nowLineAt(pixelAt(box, box.now) - left)]
    const fitted = fittedTicks(part, pixelAt(box, part.to) - left, measure, offsetAt, taken)
    return fitted.map((tick) => ({ ...tick, percent: percentAt(range, tick.at) }))
  })
}

type RowProps<R extends LaneRow> = LanesProps<R> &
  LaneProps<R> & {
    readonly areas: readonly TimeArea[]
    readonly right: readonly LaneColumn<R>[]
    readonly roles: (typeof ROLES)[keyof typeof ROLES]
  }

function Row<R extends LaneRow>(props: RowProps<R>): ReactNode {
  const { row, left, right, areas, box, roles, stop, onPick } = props
  const below = props.below?.(row)
  const cell = (column: LaneColumn<R>) => {
    const Cell = column.isName ? 'th' : 'td'
    return (
      <Cell
        {...(column.isName ? roles.name : roles.cell)}
        key={column.key}
        className={styles.cell}
        data-name={column.isName}
        data-phone={column.phone}
        data-number={column.isNumber}
        title={column.title?.(row)}
      >
        {column.cell(row, stop(`${row.id}/name`))}
      </Cell>
    )
  }
  return (
    <>
      <tr
        {...roles.row}
        className={styles.row}
        aria-selected={onPick === undefined ? undefined : row.isSelected === true}
        data-row={row.id}
        data-first={row.isFirst || undefined}
        data-was={(row.ghosts?.length ?? 0) > 0 || undefined}
        style={row.counts && ({ '--lines': row.counts.length } as CSSProperties)}
      >
        {left.map(cell)}
        <td {...roles.cell} className={styles.plot}>
          <Areas areas={areas} box={box} />
          <Lane {...props} />
        </td>
        {right.map(cell)}
      </tr>
      {below && (
        <tr {...roles.row}>
          <td {...roles.cell} className={styles.below}>
            {below}
          </td>
        </tr>
      )}
    </>
  )
}

/** A sentence that begins right of the now line, if there is room. */
function besideNow(range: TimeRange, now: number): string {
  const percent = percentAt(range, now)
  return percent >= 0 && percent < 45 ? `calc(${css(percent)} + 12px)` : '12px'
}
