'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { chartMark } from '@/components/take-away'
import { useMeasure, useWidth } from '@/components/timeline/use-chart-box'
import { Link } from '@/components/ui/link'
import { Legend } from '@/components/ui/parts'
import { withMoment } from '@/lib/client/at'
import { useMoment } from '@/lib/client/clock'
import { countOf, DAY, ms } from '@/lib/client/time-text'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { DayReadout } from './day-readout'
import { DayTable } from './day-table'
import {
  busiestDay,
  type Day,
  type DayColumn,
  dayColumns,
  dayFilter,
  dayTitle,
  isEmptyDay,
  keptFigures,
  type Month,
  type MonthPart,
  mondayLabels,
  monthFilter,
  monthParts,
  monthTitle,
} from './days'
import styles from './overview.module.css'
import { useShootsPage } from './use-projects'
import type { View } from './use-view'

export interface DayStripProps {
  /** At least one; the first is today. */
  readonly days: readonly Day[]
  readonly months: readonly Month[]
  readonly zone: Zone
  readonly at: string
  readonly view: View
}

/**
 * Forced updates per day: one stop for the keyboard, arrows move inside; what a day holds is said in the section's line. A click
 * or Enter opens the clusters of a day; a finger, which cannot point, first reads the day and opens it when it taps again.
 */
export function DayStrip({ days, months, zone, at, view }: DayStripProps) {
  const pageOf = useShootsPage()
  const [selected, setSelected] = useState(() => busiestDay(days))
  const [pointed, setPointed] = useState<number>()
  const shown = view === 'table' ? undefined : days[pointed ?? selected]
  const hasFails = days.some((day) => day.fails > 0)
  return (
    <section
      aria-labelledby="days"
      className={styles.strip}
      {...(view === 'charts' ? chartMark('Next 90 days', { from: ms(at), to: ms(at) + 90 * DAY }) : {})}
    >
      <div className="section-head">
        <h2 id="days">Next 90 days</h2>
        <span className="faint">
          {hasFails ? 'forced updates and new failures' : 'forced updates'} per day, days {zoneName(zone, at)}
        </span>
        {view === 'charts' ? (
          <Legend
            items={[
              { sign: <i className={`${styles.key} ${styles.rolling}`} />, text: 'nodes roll' },
              { sign: <i className={`${styles.key} ${styles.kubelet}`} />, text: 'kubelet restart only' },
              ...(hasFails
                ? [{ sign: <i className={`${styles.key} ${styles.fails}`} />, text: 'begins to fail' }]
                : []),
            ]}
          />
        ) : null}
        <p className={styles.readout} aria-live="polite">
          {shown ? <DayReadout day={shown} index={pointed ?? selected} first={days[0]?.date ?? shown.date} /> : null}
        </p>
        {shown && !isEmptyDay(shown) ? (
          <Link className={`link small ${styles.open}`} href={pageOf(dayFilter(shown))}>
            Show its clusters
          </Link>
        ) : null}
      </div>
      {view === 'table' ? (
        <DayTable days={days} months={months} />
      ) : (
        <Strip days={days} months={months} selected={selected} onSelect={setSelected} onPoint={setPointed} />
      )}
    </section>
  )
}

/** `in +01:00`, or the zone's name when its offset changes within the 90 days. */
function zoneName(zone: Zone, at: string): string {
  const offset = offsetText(zone, ms(at))
  return offset === offsetText(zone, ms(at) + 90 * DAY) ? `in ${offset}` : `in ${zone}`
}

/** Width of the strip before it is measured. */
const GUESSED_WIDTH = 1392

interface StripProps {
  readonly days: readonly Day[]
  readonly months: readonly Month[]
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly onPoint: (index: number | undefined) => void
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: 7,
  ArrowUp: -7,
  PageDown: 30,
  PageUp: -30,
}

function Strip({ days, months, selected, onSelect, onPoint }: StripProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const columns = useMemo(() => dayColumns(days), [days])
  const width = useWidth(box, GUESSED_WIDTH)
  const measure = useMeasure()
  const kept = useMemo(() => keptFigures(columns, width / columns.length, measure), [columns, width, measure])
  const mondays = useMemo(() => mondayLabels(days), [days])
  const parts = useMemo(() => monthParts(days, months), [days, months])
  const first = days[0]?.date ?? ''
  const pageOf = useShootsPage()
  const router = useRouter()
  const moment = useMoment()
  const isTouch = useRef(false)

  const open = (index: number) => {
    const day = days[index]
    if (day && !isEmptyDay(day)) router.push(withMoment(pageOf(dayFilter(day)), moment))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') return open(selected)
    const step = STEPS[event.key]
    const target =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? days.length - 1
          : step === undefined
            ? undefined
            : selected + step
    if (target === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(target, 0), days.length - 1)
    onSelect(next)
    frame.current?.querySelector(`[data-day="${next}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const dayAt = (target: EventTarget): number | undefined => {
    const day = target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined
    return day === undefined ? undefined : Number(day)
  }
  return (
    <div className="scrollx" ref={frame}>
      {/* The pointer is served here for all days at once. */}
      <div
        ref={box}
        className={styles.days}
        style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
        role="listbox"
        aria-label="Days"
        aria-orientation="horizontal"
        aria-activedescendant={`${id}${selected}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => onPoint(event.pointerType === 'mouse' ? dayAt(event.target) : undefined)}
        onPointerLeave={() => onPoint(undefined)}
        onPointerDown={(event) => {
          isTouch.current = event.pointerType === 'touch'
        }}
        onClick={(event) => {
          const day = dayAt(event.target)
          if (day === undefined) return
          if (!isTouch.current || day === selected) open(day)
          onSelect(day)
        }}
      >
        {columns.map((column, index) => (
          <Column
            key={column.date}
            id={`${id}${index}`}
            index={index}
            column={column}
            title={dayTitle(days[index] ?? EMPTY, first)}
            hasFigure={kept[index] === true || index === selected}
            isSelected={index === selected}
          />
        ))}
      </div>
      <div className={styles.axis}>
        <div aria-hidden="true">
          {mondays.map((label) => (
            <span key={label.at} style={{ left: `${label.at}%` }}>
              {label.text}
            </span>
          ))}
          <strong className={styles.today}>today</strong>
        </div>
        <ul aria-label="Months">
          {parts.map((part, index) => (
            <MonthLabel key={part.month.date} part={part} isFirst={index === 0} width={(part.width / 100) * width} />
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Pixels that a month needs for its name and its sum; the first one shares its line with "today". */
const MONTH_ROOM = 110
const TODAY_ROOM = 40

interface MonthLabelProps {
  readonly part: MonthPart
  readonly isFirst: boolean
  /** In pixels. */
  readonly width: number
}

/** `Dec 36 clusters`, a link to these. Where there is no room, a month has its name, and a beginning without room nothing. */
function MonthLabel({ part, isFirst, width }: MonthLabelProps) {
  const pageOf = useShootsPage()
  const { month, text, left } = part
  const hasRoom = width >= MONTH_ROOM + (isFirst ? TODAY_ROOM : 0)
  if (isFirst && !hasRoom) return null
  return (
    <li className={isFirst ? styles.firstMonth : undefined} style={{ left: `${left}%` }} title={monthTitle(month)}>
      {hasRoom && month.clusters > 0 ? (
        <Link className={styles.monthLink} href={pageOf(monthFilter(month))} aria-label={monthTitle(month)}>
          <b>{text}</b> {countOf(month.clusters, 'cluster')}
        </Link>
      ) : (
        <b>{text}</b>
      )}
    </li>
  )
}

const EMPTY: Day = { date: '', forced: 0, rolling: 0, fails: 0, auto: 0, top: [] }

interface ColumnProps {
  readonly id: string
  readonly index: number
  readonly column: DayColumn
  readonly title: string
  readonly hasFigure: boolean
  readonly isSelected: boolean
}

function Column({ id, index, column, title, hasFigure, isSelected }: ColumnProps) {
  const look = [styles.day, column.isWeekend && styles.weekend, column.isMonthStart && index > 0 && styles.month]
  return (
    <div
      id={id}
      data-day={index}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-label={title}
      title={title}
      className={look.filter(Boolean).join(' ')}
    >
      {hasFigure ? <b>{column.figure}</b> : null}
      {column.fails > 0 ? <i className={styles.fails} style={{ height: column.fails }} /> : null}
      {column.kubelet > 0 ? <i className={styles.kubelet} style={{ height: column.kubelet }} /> : null}
      {column.isCut ? <i className={styles.gap} /> : null}
      {column.rolling > 0 ? <i className={styles.rolling} style={{ height: column.rolling }} /> : null}
    </div>
  )
}
