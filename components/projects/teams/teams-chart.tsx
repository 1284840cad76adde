'use client'

import type { CSSProperties, ReactNode } from 'react'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { projectPage } from '@/lib/browser/paths'
import type { FreezeDays } from '@/lib/contract/status'
import { firstAt } from '@/lib/contract/zone'
import { DAY } from '@/lib/engine/time'
import type { WallAnswer } from '@/lib/questions/projects/contract'
import { capitalized } from '@/lib/words/phrases'
import { cellName, dayLoadText, dayRangeText, STUCK_OR_WILL_BE } from '@/lib/words/teams'
import { countText } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'
import type { LaneRow, StopAttributes } from '../../timeline/lane'
import { type LaneColumn, Lanes } from '../../timeline/lanes'
import type { ChartBox } from '../../timeline/layout'
import type { TimeArea } from '../../timeline/parts'
import { css } from '../../timeline/range'
import { useColumnWidth } from '../../timeline/use-chart-box'
import { EventGlyph } from '../../ui/glyph'
import { Link } from '../../ui/link'
import { freezeAreas } from '../paths-chart'
import { Owner } from '../subject'
import { CellPanel } from './cell-panel'
import {
  type ColumnLoad,
  cellsOf,
  columnLoads,
  columnsOf,
  type DayColumnRange,
  differs,
  figuresShown,
  inkOf,
  percentRangeOf,
  signOf,
  TEAMS_RANGES,
  type TeamsRow,
  weekendsIn,
} from './cells'
import styles from './teams.module.css'
import type { TeamsDraft } from './teams-state'
import type { useTeamsState } from './use-teams'

export interface TeamsViewProps {
  readonly data: WallAnswer
  /** The rows that are shown. */
  readonly rows: readonly TeamsRow[]
  readonly state: ReturnType<typeof useTeamsState>
  readonly draft: TeamsDraft | null
  readonly freezes: readonly FreezeDays[]
  readonly isPhone: boolean
}

interface ChartColumns {
  readonly columns: readonly DayColumnRange[]
  readonly dates: readonly string[]
  readonly isPhone: boolean
}

/** The sums of all projects come first: they are of no project. */
interface ProjectLaneRow extends LaneRow, Pick<TeamsRow, 'behind' | 'clusters' | 'nodes' | 'stuck'> {
  readonly project: TeamsRow | null
  readonly cells: readonly ColumnLoad[]
}

/** The range from the begin of the first day to the end of the last one, in the user's zone. */
export function rangeOf({ days, zone }: WallAnswer) {
  return daysIn(days, { from: 0, to: days.length - 1 }, zone)
}

function daysIn(days: WallAnswer['days'], { from, to }: DayColumnRange, zone: string) {
  const dayAt = (place: number) => Date.parse(days[place]?.date ?? '')
  return { from: firstAt(zone, dayAt(from)), to: firstAt(zone, dayAt(to) + DAY) }
}

/** The picture: the sums of all projects, and a row for each; a cell opens below its row. */
export function TeamsChart({ data, rows: shown, state, draft, freezes, isPhone }: TeamsViewProps) {
  const zone = useZone()
  const dates = data.days.map(({ date }) => date)
  const { desk, phone } = TEAMS_RANGES[state.range]
  const columns = columnsOf(dates.length, isPhone ? phone : desk)
  const frame = { columns, dates, isPhone }
  const range = rangeOf(data)
  const widthOf = useColumnWidth()
  const { figures } = data
  const rows = shown.map((project): ProjectLaneRow => {
    const { behind, clusters, nodes, stuck } = project
    const cells = cellsOf(project.days, columns)
    return { id: project.project, isFirst: true, behind, clusters, nodes, stuck, project, cells }
  })
  // Two lines high, for bars.
  const sums: ProjectLaneRow = {
    ...figures,
    id: '',
    counts: [[], []],
    project: null,
    cells: columnLoads(data.days, columns),
  }
  const first = rows.find(({ cells }) => cells.length > 0)
  const weekends = (columns.length === dates.length ? weekendsIn(dates) : []).map(
    (weekend): TimeArea => ({ ...daysIn(data.days, weekend, data.zone), look: 'weekend' }),
  )
  const opened = columns.find(({ from, to }) => state.open !== null && isIn(state.open.date, dates, from, to))
  const draw = ({ project, cells }: ProjectLaneRow, box: ChartBox, stop: (name: string) => StopAttributes) => {
    if (project === null) return <Sums {...frame} sums={cells} opened={opened} box={box} />
    const isHere = state.open?.project === project.project
    return (
      <Cells
        {...frame}
        row={project}
        cells={cells}
        opened={isHere ? opened : undefined}
        stop={stop}
        onOpen={state.setOpen}
      />
    )
  }
  return (
    <section aria-label="Projects by days">
      <Lanes<ProjectLaneRow>
        name="Projects by days"
        rows={figures.projects > 1 ? [sums, ...rows] : rows}
        left={[nameColumn(columnWord(columns))]}
        right={rightOf(figures, isPhone, widthOf)}
        range={range}
        now={range.from}
        nowText={useNowWord('today', zone)}
        least={450}
        className={styles.wall}
        firstStop={first && `${first.id}/${first.cells[0]?.column}`}
        areas={[...weekends, ...freezeAreas(freezes, zone)]}
        draw={draw}
        below={({ project }) =>
          opened &&
          project !== null &&
          project.project === state.open?.project && (
            <CellPanel
              project={project.project}
              from={dates[opened.from] ?? ''}
              to={dates[opened.to] ?? ''}
              today={dates[0] ?? ''}
              draft={state.withDraft ? draft : null}
              onClose={() => state.setOpen(null)}
            />
          )
        }
      />
    </section>
  )
}

function placeOf(column: DayColumnRange, { dates }: ChartColumns) {
  const { left, width } = percentRangeOf(column, dates.length)
  return { left: css(left), width: css(width) }
}

function nameColumn(word: string): LaneColumn<ProjectLaneRow> {
  return {
    key: 'name',
    head: 'Project',
    width: 'clamp(112px, 11vw, 176px)',
    isName: true,
    title: ({ id }) => id || undefined,
    cell: ({ project }) =>
      project === null ? (
        <>
          <b>All projects</b> <small className="small faint below">{word}</small>
        </>
      ) : (
        <Link href={projectPage(project.project)} className="bold">
          {project.project}
        </Link>
      ),
  }
}

function rightOf(
  figures: WallAnswer['figures'],
  isPhone: boolean,
  widthOf: ReturnType<typeof useColumnWidth>,
): readonly LaneColumn<ProjectLaneRow>[] {
  const sum = `${countText(figures.behind)} of ${countText(figures.clusters)}`
  return [
    {
      key: 'behind',
      head: 'Clusters behind',
      width: `max(clamp(104px, 9vw, 132px), ${widthOf([sum], 0, 200)}px)`,
      cell: ({ behind, clusters }) => (
        <>
          <b>{countText(behind)}</b> <span className="faint">of {countText(clusters)}</span>{' '}
          <span className="phone">behind</span>
          <span className={`meter ${styles.share}`} aria-hidden="true">
            {behind > 0 && <i style={{ width: `${(behind / clusters) * 100}%` }} />}
          </span>
        </>
      ),
    },
    {
      key: 'nodes',
      head: 'Nodes roll',
      width: 82,
      isNumber: true,
      phone: 'end',
      title: ({ nodes }) => (nodes.min === nodes.max ? undefined : `${nodeFigure(nodes)} nodes roll`),
      cell: ({ nodes }) => (
        <>
          {countText(nodes.max)} <span className="phone">nodes</span>
        </>
      ),
    },
    {
      key: 'stuck',
      head: capitalized(STUCK_OR_WILL_BE),
      width: 96,
      isNumber: true,
      phone: 'end',
      cell: ({ stuck }) => (
        <span className={stuck > 0 ? `bad bold ${styles.stuck}` : `faint ${styles.none}`}>
          {countText(stuck)} <span className="phone">{STUCK_OR_WILL_BE}</span>
        </span>
      ),
    },
    {
      key: 'call',
      head: 'Whom to call',
      width: 'clamp(120px, 11vw, 176px)',
      phone: 'below',
      cell: ({ project }) =>
        project === null ? (
          <span className={`faint ${styles.owned}`}>
            {countText(figures.owned)} of {countText(figures.projects)} name an owner
          </span>
        ) : (
          <Owner owner={project.owner} isWhole={isPhone} />
        ),
    },
  ]
}

/** Pixels of the tallest bar. */
const BAR = { desk: 56, phone: 52 }

interface SumsProps extends ChartColumns {
  readonly sums: readonly ColumnLoad[]
  readonly opened: DayColumnRange | undefined
  readonly box: ChartBox
}

function Sums({ sums, opened, box, ...frame }: SumsProps) {
  const { dates, columns, isPhone } = frame
  const widest = Math.max(0, ...sums.map((sum) => box.measure(figureOf(sum), 11)))
  const shown = figuresShown(sums, Math.ceil((widest + 4) / (box.width / columns.length)))
  const most = Math.max(1, ...sums.map(({ load, before }) => Math.max(load.nodes.max, before.nodes.max)))
  const height = (nodes: number) =>
    nodes === 0 ? 0 : Math.max(2, Math.round((nodes / most) * BAR[isPhone ? 'phone' : 'desk']))
  return sums.map(({ column, load, before }) => {
    const [now, was] = [load.nodes.max, before.nodes.max]
    const span = columns[column] ?? { from: 0, to: 0 }
    const isOpen = span === opened
    const text = `${dayRangeText(dates[span.from] ?? '', dates[span.to] ?? '')}: ${dayLoadText(load)}${now === was ? '' : `; before the draft ${nodeFigure(before.nodes)} nodes`}`
    return (
      <span
        key={column}
        className={isOpen ? `${styles.sum} ${styles.selected}` : styles.sum}
        style={placeOf(span, frame)}
        title={text}
      >
        {now === was ? null : <i className={styles.wasBar} style={{ height: height(was) }} />}
        {now === 0 ? null : <i className={styles.sumBar} style={{ height: height(now) }} />}
        {shown.has(column) || isOpen ? (
          <small style={{ bottom: Math.max(height(now), height(was)) + 1 }} data-first={column === 0 || undefined}>
            {figureOf({ load, before })}
          </small>
        ) : null}
      </span>
    )
  })
}

function figureOf({ load, before }: Pick<ColumnLoad, 'load' | 'before'>): string {
  return countText(load.nodes.max === 0 ? before.nodes.max : load.nodes.max)
}

function columnWord(columns: readonly DayColumnRange[]): string {
  const size = columns[0] === undefined ? 1 : columns[0].to - columns[0].from + 1
  return size === 1 ? 'nodes per day' : size === 7 ? 'nodes per week' : `nodes per ${size / 7} weeks`
}

function isIn(date: string, dates: readonly string[], from: number, to: number): boolean {
  return date >= (dates[from] ?? '') && date <= (dates[to] ?? '')
}

interface CellsProps extends ChartColumns {
  readonly row: TeamsRow
  readonly cells: readonly ColumnLoad[]
  readonly opened: DayColumnRange | undefined
  readonly stop: (name: string) => StopAttributes
  readonly onOpen: TeamsViewProps['state']['setOpen']
}

/** What begins in the columns of a row, and in which nights it fails again. */
function Cells({ row: { project, failing }, cells, opened, stop, onOpen, ...frame }: CellsProps): ReactNode {
  const { columns, dates, isPhone } = frame
  return (
    <>
      {failing.map((days) => (
        <i key={days.from} className={styles.tail} style={placeOf(days, frame)} />
      ))}
      {cells.map((cell) => {
        const span = columns[cell.column] ?? { from: 0, to: 0 }
        const [from = '', to = ''] = [dates[span.from], dates[span.to]]
        const isOpen = opened === span
        const name = cellName(project, dayRangeText(from, to), cell)
        return (
          <button
            key={cell.column}
            type="button"
            className={styles.cell}
            style={placeOf(span, frame)}
            aria-label={name}
            title={name}
            aria-expanded={isOpen}
            {...stop(`${cell.column}`)}
            onClick={() => onOpen(isOpen ? null : project, from)}
          >
            <CellMarks cell={cell} isPhone={isPhone} />
          </button>
        )
      })}
    </>
  )
}

/** Ink by the nodes that roll: the higher the step, the higher and the darker. */
export function inkStyle(step: number): CSSProperties {
  return { height: 5 * step - 1, ['--tone' as string]: `var(--m-${step + 1})` }
}

function CellMarks({ cell, isPhone }: { readonly cell: ColumnLoad; readonly isPhone: boolean }) {
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
