'use client'

import { type CSSProperties, type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { projectPage } from '@/lib/browser/paths'
import type { FreezeDays } from '@/lib/contract/status'
import type { WallAnswer } from '@/lib/questions/projects/contract'
import { countOf, countText, dateText } from '@/lib/words/time-text'
import { cellName, daysText, loadText } from '@/lib/words/wall'
import { nodeFigure } from '@/lib/words/wording'
import { Button } from '../../ui/button'
import { EventGlyph } from '../../ui/glyph'
import { Link } from '../../ui/link'
import { Owner } from '../subject'
import {
  type Cell,
  type Column,
  cellsOf,
  columnsOf,
  daysIn,
  differs,
  figuresShown,
  freezesIn,
  inkOf,
  monthsIn,
  nextStop,
  RANGES,
  signOf,
  stretchOf,
  sumsOf,
  type WallRow,
  weekendsIn,
} from './cells'
import { useWall, type useWallState } from './use-wall'
import styles from './wall.module.css'
import { WallPanel } from './wall-panel'
import { PAGE, type WallDraft } from './wall-state'

export interface WallViewProps {
  readonly data: WallAnswer
  readonly state: ReturnType<typeof useWallState>
  readonly draft: WallDraft | null
  readonly freezes: readonly FreezeDays[]
  readonly isPhone: boolean
}

/** So many rows are shown at first. */
const FIRST_ROWS = 12

/** The picture: an axis, the sums of all projects, and a row for each; a cell opens below its row. */
export function WallChart({ data, state: asked, draft, freezes, isPhone }: WallViewProps) {
  const { range, isAll } = asked
  const chart = useRef<HTMLElement>(null)
  const dates = useMemo(() => data.days.map(({ date }) => date), [data.days])
  const { desk, phone } = RANGES[range]
  const columns = useMemo(() => columnsOf(dates.length, isPhone ? phone : desk), [dates.length, desk, phone, isPhone])
  const frame = useMemo(() => ({ columns, dates, isPhone }), [columns, dates, isPhone])
  const state = openedOnly(asked, data, frame)
  const [current, setCurrent] = useState<string | null>(null)
  const shown = isAll ? data.items : data.items.slice(0, FIRST_ROWS)
  const first = shown.flatMap(({ project, days }) =>
    cellsOf(days, columns).map(({ column }) => stopName(project, column)),
  )[0]
  const rows = { ...frame, state, draft, freezes, current: current ?? first ?? null }
  const { projects } = data.figures
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = nextStop(chart.current, event.target, event.key)
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    target.focus()
  }, [])
  return (
    <div className={styles.frame}>
      {/* The keys are served here for all cells at once. */}
      <section
        ref={chart}
        className={styles.wall}
        aria-label="Projects by days"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const stop = target instanceof HTMLElement ? target.dataset.stop : undefined
          if (stop !== undefined) setCurrent(stop)
        }}
      >
        <Back {...frame} freezes={freezes} />
        <div className={styles.sticky}>
          <Back {...frame} freezes={freezes} />
          <Axis {...frame} />
          {projects > 1 ? <Sums {...frame} data={data} freezes={freezes} open={state.open} /> : null}
        </div>
        <ul aria-label="Projects">
          {shown.map((row) => (
            <Row key={row.project} row={row} {...rows} />
          ))}
          {isAll
            ? offsetsAfterFirst(projects).map((offset) => (
                <MoreRows key={offset} offset={offset} projects={projects} {...rows} />
              ))
            : null}
        </ul>
      </section>
      {!isAll && projects > FIRST_ROWS ? (
        <p className="note">
          <Button onClick={state.showAll}>{countText(projects - FIRST_ROWS)} more</Button>
        </p>
      ) : null}
    </div>
  )
}

/** One project alone is open at its first cell, until it is closed. */
function openedOnly(state: WallViewProps['state'], { figures, items }: WallAnswer, { columns, dates }: FrameProps) {
  const [only] = items
  if (figures.projects !== 1 || only === undefined) return state
  const [first] = cellsOf(only.days, columns)
  const date = first && dates[columns[first.column]?.from ?? 0]
  const isOpen = state.open !== null || state.isClosed || date === undefined
  return {
    ...state,
    open: isOpen ? state.open : { project: only.project, date },
    setOpen: (project: string | null, day?: string) =>
      project === null ? state.closeOnly() : state.setOpen(project, day),
  }
}

/** Where the pages of rows begin, but for the first. */
function offsetsAfterFirst(projects: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.ceil(projects / PAGE) - 1) }, (_, i) => (i + 1) * PAGE)
}

interface FrameProps {
  readonly columns: readonly Column[]
  readonly dates: readonly string[]
  readonly isPhone: boolean
}

/** What lies behind all rows: weekends, months, freeze days. */
function Back({ dates, columns, freezes }: FrameProps & { readonly freezes: readonly FreezeDays[] }) {
  const place = (column: Column) => {
    const { left, width } = stretchOf(column, dates.length)
    return { left: `${left}%`, width: `${width}%` }
  }
  return (
    <div className={styles.back} aria-hidden="true">
      {columns.length === dates.length
        ? weekendsIn(dates).map((days) => <i key={days.from} className={styles.weekend} style={place(days)} />)
        : null}
      {monthsIn(dates).map(({ day }) => (
        <i key={day} className={styles.month} style={{ left: `${(day / dates.length) * 100}%` }} />
      ))}
      {freezesIn(dates, freezes).map((days) => (
        <i key={days.from} className={styles.freeze} style={place(days)} />
      ))}
    </div>
  )
}

function Axis({ dates, columns, isPhone }: FrameProps) {
  const todayText = useNowWord('today', useZone())
  const isByDay = columns.length === dates.length
  const at = (day: number) => `${(day / dates.length) * 100}%`
  const months = monthsIn(dates)
  return (
    <div className={`${styles.row} ${styles.axis}`}>
      <span className={styles.name}>Project</span>
      <div className={styles.cells} aria-hidden="true">
        {(months[0]?.day ?? 99) > dates.length / 14 ? (
          <b className={`${styles.monthName} ${styles.today}`}>{todayText}</b>
        ) : null}
        {months.map(({ day, text }) => (
          <b key={day} className={styles.monthName} style={{ left: at(day) }}>
            {isPhone ? text.slice(0, 3) : text}
          </b>
        ))}
        {daysIn(dates, columns).map(({ day, text }) => (
          <span
            key={day}
            className={styles.dayName}
            style={{ left: isByDay ? at(day + 0.5) : at(day) }}
            data-edge={isByDay ? undefined : true}
          >
            {text}
          </span>
        ))}
      </div>
      <span className={styles.behind}>Clusters behind</span>
      <span className={styles.nodes}>Nodes roll</span>
      <span className={styles.stuck}>Stuck</span>
      <span className={styles.call}>Whom to call</span>
    </div>
  )
}

/** Pixels of the tallest bar. */
const BAR = { desk: 64, phone: 52 }

interface SumsProps extends FrameProps {
  readonly data: WallAnswer
  readonly freezes: readonly FreezeDays[]
  readonly open: { readonly date: string } | null
}

function Sums({ data, dates, columns, isPhone, freezes, open }: SumsProps) {
  const { figures } = data
  const sums = useMemo(() => sumsOf(data.days, columns), [data.days, columns])
  const shown = useMemo(() => figuresShown(sums, isPhone ? 1 : columns.length > 40 ? 2 : 1), [sums, columns, isPhone])
  const most = Math.max(1, ...sums.map(({ load, before }) => Math.max(load.nodes.max, before.nodes.max)))
  const height = (nodes: number) =>
    nodes === 0 ? 0 : Math.max(2, Math.round((nodes / most) * BAR[isPhone ? 'phone' : 'desk']))
  const opened = columns.findIndex(({ from, to }) => open !== null && isIn(open.date, dates, from, to))
  return (
    <div className={`${styles.row} ${styles.sums}`}>
      <span className={styles.name}>
        <b>All projects</b>
        <small className="small faint below">{columnWord(columns)}</small>
      </span>
      <div className={styles.cells}>
        {sums.map(({ column, load, before }) => {
          const [now, was] = [load.nodes.max, before.nodes.max]
          const { left, width } = stretchOf(columns[column] ?? { from: 0, to: 0 }, dates.length)
          const { from, to } = columns[column] ?? { from: 0, to: 0 }
          const text = `${daysText(dates[from] ?? '', dates[to] ?? '')}: ${loadText(load)}${now === was ? '' : `; before the draft ${nodeFigure(before.nodes)} nodes`}`
          return (
            <span
              key={column}
              className={column === opened ? `${styles.sum} ${styles.selected}` : styles.sum}
              style={{ left: `${left}%`, width: `${width}%` }}
              title={text}
            >
              {now === was ? null : <i className={styles.wasBar} style={{ height: height(was) }} />}
              {now === 0 ? null : <i className={styles.sumBar} style={{ height: height(now) }} />}
              {shown.has(column) || column === opened ? (
                <small
                  style={{ bottom: Math.max(height(now), height(was)) + 1 }}
                  data-first={column === 0 || undefined}
                >
                  {countText(Math.max(now, now === 0 ? was : 0))}
                </small>
              ) : null}
            </span>
          )
        })}
        {freezesIn(dates, freezes).map(({ from, to, freeze }) => {
          const { left, width } = stretchOf({ from, to }, dates.length)
          return width < 12 && !isPhone ? null : (
            <span key={from} className={styles.freezeName} style={{ left: `${left}%`, width: `${width}%` }}>
              <span className={styles.freezeText}>
                {isPhone ? 'freeze' : `freeze, ${dateText(freeze.from, freeze.to)} – ${dateText(freeze.to, dates[0])}`}
              </span>
            </span>
          )
        })}
      </div>
      <span className={styles.behind}>
        <span>
          <b>{countText(figures.behind)}</b> of {countText(figures.clusters)} <i className={styles.word}>behind</i>
        </span>
      </span>
      <span className={styles.nodes}>
        <b>{countText(figures.nodes.max)}</b> <i className={styles.word}>nodes</i>
      </span>
      <span className={figures.stuck > 0 ? `${styles.stuck} bad` : `${styles.stuck} faint`}>
        <b>{countText(figures.stuck)}</b> <i className={styles.word}>stuck</i>
      </span>
      <span className={`${styles.call} faint`}>
        {countText(figures.owned)} of {countText(figures.projects)} name an owner
      </span>
    </div>
  )
}

function columnWord(columns: readonly Column[]): string {
  const size = columns[0] === undefined ? 1 : columns[0].to - columns[0].from + 1
  return size === 1 ? 'nodes per day' : size === 7 ? 'nodes per week' : `nodes per ${size / 7} weeks`
}

function isIn(date: string, dates: readonly string[], from: number, to: number): boolean {
  return date >= (dates[from] ?? '') && date <= (dates[to] ?? '')
}

function stopName(project: string, column: number): string {
  return `${project} ${column}`
}

interface RowProps extends FrameProps {
  readonly row: WallRow
  readonly state: WallViewProps['state']
  readonly draft: WallDraft | null
  readonly freezes: readonly FreezeDays[]
  /** The one cell that Tab reaches. */
  readonly current: string | null
}

/** Rows are many: one is drawn again when it changes itself. */
const Row = memo(function Row({ row, columns, dates, isPhone, state, draft, freezes, current }: RowProps) {
  const { project, clusters, behind, stuck, nodes, owner } = row
  const cells = useMemo(() => cellsOf(row.days, columns), [row.days, columns])
  const isHere = state.open?.project === project
  const opened = isHere ? columns.find(({ from, to }) => isIn(state.open?.date ?? '', dates, from, to)) : undefined
  const end = dates.length
  return (
    <li className={opened ? styles.open : undefined}>
      <div className={styles.row} data-row>
        <span className={styles.name}>
          <Link href={projectPage(project)} title={project}>
            {project}
          </Link>
        </span>
        <div className={styles.cells}>
          {isPhone ? <Back columns={columns} dates={dates} isPhone freezes={freezes} /> : null}
          {row.failing.map(({ from, to }) => {
            const { left, width } = stretchOf({ from, to }, end)
            return <i key={from} className={styles.tail} style={{ left: `${left}%`, width: `${width}%` }} />
          })}
          {cells.map((cell) => {
            const { column } = cell
            const span = columns[column] ?? { from: 0, to: 0 }
            const { left, width } = stretchOf(span, end)
            const [from = '', to = ''] = [dates[span.from], dates[span.to]]
            const isOpen = opened === span
            const name = cellName(project, daysText(from, to), cell)
            const stop = stopName(project, column)
            return (
              <button
                key={column}
                type="button"
                className={styles.cell}
                style={{ left: `${left}%`, width: `${width}%` }}
                aria-label={name}
                title={name}
                aria-expanded={isOpen}
                data-stop={stop}
                data-column={column}
                tabIndex={stop === current ? 0 : -1}
                onClick={() => state.setOpen(isOpen ? null : project, from)}
              >
                <CellMarks cell={cell} isPhone={isPhone} />
              </button>
            )
          })}
        </div>
        <span className={styles.behind}>
          <span>
            <b>{countText(behind)}</b> <span className="faint">of {countText(clusters)}</span>{' '}
            <i className={styles.word}>behind</i>
          </span>
          <i className={styles.share} aria-hidden="true">
            <i style={{ width: `${clusters === 0 ? 0 : (behind / clusters) * 100}%` }} />
          </i>
        </span>
        <span className={styles.nodes} title={nodes.min === nodes.max ? undefined : `${nodeFigure(nodes)} nodes roll`}>
          {countText(nodes.max)} <i className={styles.word}>nodes</i>
        </span>
        <span
          className={stuck > 0 ? `${styles.stuck} bad bold` : `${styles.stuck} faint`}
          data-none={stuck === 0 || undefined}
        >
          {countText(stuck)} <i className={styles.word}>stuck</i>
        </span>
        <span className={styles.call}>
          <Owner owner={owner} isWhole={isPhone} />
        </span>
      </div>
      {opened ? (
        <WallPanel
          project={project}
          from={dates[opened.from] ?? ''}
          to={dates[opened.to] ?? ''}
          today={dates[0] ?? ''}
          draft={state.withDraft ? draft : null}
          onClose={() => state.setOpen(null)}
        />
      ) : null}
    </li>
  )
})

/** Ink by the nodes that roll: the higher the step, the higher and the darker. */
export function inkStyle(step: number): CSSProperties {
  return { height: 5 * step - 1, ['--tone' as string]: `var(--m-${step + 1})` }
}

function CellMarks({ cell, isPhone }: { readonly cell: Cell; readonly isPhone: boolean }) {
  const { load, before } = cell
  const sign = signOf(load)
  const isOther = load.nodes.max !== before.nodes.max
  const was = differs(cell) ? signOf(before) : null
  return (
    <>
      {isOther && before.nodes.max > 0 ? <i className={styles.was} style={inkStyle(inkOf(before.nodes.max))} /> : null}
      {load.nodes.max > 0 ? <i className={styles.ink} style={inkStyle(inkOf(load.nodes.max))} /> : null}
      {sign ? <EventGlyph kind={sign} /> : was ? <EventGlyph kind="done" /> : null}
      {isPhone && load.nodes.max > 0 ? <small>{countText(load.nodes.max)}</small> : null}
    </>
  )
}

interface MoreRowsProps extends Omit<RowProps, 'row'> {
  readonly offset: number
  readonly projects: number
}

/** Height of a row before it is drawn, in pixels. */
const ROW = { desk: 39, phone: 110 }

/** A page of rows, which is asked for and drawn when it comes near to what is seen, and gone when it is far. */
function MoreRows({ offset, projects, ...rest }: MoreRowsProps) {
  const box = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '1200px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const count = Math.min(PAGE, projects - offset)
  return (
    <li
      ref={box}
      style={{ minHeight: count * ROW[rest.isPhone ? 'phone' : 'desk'] }}
      aria-label={countOf(count, 'more project')}
    >
      {isNear ? <PageOfRows offset={offset} {...rest} /> : null}
    </li>
  )
}

function PageOfRows({ offset, ...rest }: Omit<MoreRowsProps, 'projects'>) {
  const { data, isPlaceholderData } = useWall(rest.state, rest.draft, offset)
  if (data === undefined || isPlaceholderData) return null
  return (
    <ul>
      {data.items.map((row) => (
        <Row key={row.project} row={row} {...rest} />
      ))}
    </ul>
  )
}
