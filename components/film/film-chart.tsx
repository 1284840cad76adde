'use client'

import { type CSSProperties, memo, type PointerEvent, useMemo, useRef } from 'react'
import { useWidth } from '@/components/timeline/use-chart-box'
import { monthText } from '@/lib/client/month-text'
import { countText } from '@/lib/client/time-text'
import type { FilmAnswer } from '@/lib/contract'
import { countsOn, dateOf, firstDayWord, type MinorCount, shortDay } from './days'
import styles from './film.module.css'
import { type Drawing, drawingOf, SEDIMENT } from './lanes'

/** Width of the plot before it is measured. */
const GUESSED_WIDTH = 900
/** Months narrower than this have one letter, and no year. */
const MONTH = { word: 34, year: 62 }

interface FilmChartProps {
  readonly film: FilmAnswer
  readonly day: number
  readonly onDay: (day: number) => void
}

/** Lanes of minors over a year, and a line at one day that a pointer moves. */
export function FilmChart({ film, day, onDay }: FilmChartProps) {
  const plot = useRef<HTMLDivElement>(null)
  const width = useWidth(plot, GUESSED_WIDTH)
  const drawing = useMemo(() => drawingOf(film, width), [film, width])
  const at = (day / film.days) * width
  const counts = new Map(countsOn(film, day).map((one) => [one.minor, one]))
  const isLate = at > width - 90
  return (
    <div className={styles.chart}>
      <Names drawing={drawing} first={firstDayWord(film)} />
      <div ref={plot} className={styles.plot} {...dragged(film.days, onDay)}>
        <Axis film={film} width={width} />
        <div className={styles.lanes} style={{ height: drawing.height }}>
          <Lanes drawing={drawing} width={width} />
          <i className={styles.veil} style={{ left: at }} />
          {drawing.lanes.flatMap(({ minor, base, sediment }) => {
            const last = sediment.at(-1)
            if (last === undefined || last.left + last.width < width - 1 || at > width - 170) return []
            return [
              <small key={minor} className={styles.ending} style={{ top: base - SEDIMENT - 17 }}>
                {countText(last.clusters)} stuck
              </small>,
            ]
          })}
          {drawing.lanes.map(({ minor, base }) => {
            const count = counts.get(minor)
            if (count === undefined || (count.count === 0 && count.drafted.count === 0)) return null
            return (
              <span
                key={minor}
                className={styles.count}
                data-side={isLate ? 'left' : undefined}
                style={{ left: at, top: base - 24 }}
              >
                <Count count={count} />
              </span>
            )
          })}
        </div>
        <i className={styles.line} style={{ left: at }} />
        <span className={styles.flag} style={{ '--at': `${at}px` } as CSSProperties}>
          {shortDay(film, day)}
        </span>
      </div>
    </div>
  )
}

function Count({ count: { count, stuck, drafted } }: { readonly count: MinorCount }) {
  return (
    <>
      {stuck < count || count === 0 ? <b>{countText(count)}</b> : null}
      {stuck > 0 ? <b className="bad">{countText(stuck)} stuck</b> : null}
      {drafted.count === count && drafted.stuck === stuck ? null : (
        <span>
          draft{drafted.count === count ? '' : ` ${countText(drafted.count)}`}
          {drafted.stuck === stuck ? '' : `${drafted.count === count ? ' ' : ', '}${countText(drafted.stuck)} stuck`}
        </span>
      )}
    </>
  )
}

/** What an element as wide as the film needs, so that a pointer that is pressed on it moves the day. */
export function dragged(days: number, onDay: (day: number) => void) {
  const move = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onDay(((event.clientX - box.left) / box.width) * days)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      move(event)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event)
    },
  }
}

function Names({ drawing, first: word }: { readonly drawing: Drawing; readonly first: string }) {
  return (
    <ul className={styles.names} aria-label="Minors">
      {drawing.lanes.map(({ minor, base, first }) => (
        <li key={minor} style={{ top: base }}>
          <b>{minor}</b>{' '}
          <span className="faint">
            {countText(first)} {word}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Axis = memo(function Axis({ film, width }: { readonly film: FilmAnswer; readonly width: number }) {
  const month = width / 12
  const starts = Array.from({ length: film.days }, (_, day) => ({ day, date: dateOf(film, day) })).filter(({ date }) =>
    date.endsWith('-01'),
  )
  return (
    <div className={styles.axis} aria-hidden="true">
      {starts.map(({ day, date }) => {
        const isYear = date.endsWith('-01-01')
        const text = monthText(Date.parse(date), 'UTC')
        const word = month < MONTH.word ? text.slice(0, 1) : month < MONTH.year ? text.slice(0, 3) : text
        return (
          <span key={date} data-year={isYear || undefined} style={{ left: `${(day / film.days) * 100}%` }}>
            {word}
          </span>
        )
      })}
    </div>
  )
})

/** What does not change with the day. */
const Lanes = memo(function Lanes({ drawing, width }: { readonly drawing: Drawing; readonly width: number }) {
  const { height, lanes, links, scale } = drawing
  return (
    <>
      <svg
        className={styles.drawing}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
      >
        {links.map(({ key, tint, path }) => (
          <path key={key} className={styles.link} style={{ fill: `var(--m-${tint})` }} d={path} />
        ))}
        {lanes.map(({ minor, tint, path, base }) => (
          <g key={minor}>
            <path d={`M0 ${base + 0.5}H${width}`} className={styles.base} />
            <path style={{ fill: `var(--m-${tint})` }} d={path} />
          </g>
        ))}
        {lanes.map(({ minor, ghost }) =>
          ghost === '' ? null : <path key={minor} className={styles.ghost} d={ghost} />,
        )}
      </svg>
      {lanes.flatMap(({ minor, base, sediment, ghostSediment }) => [
        ...sediment.map(({ left, width: wide }) => (
          <i
            key={`${minor} ${left}`}
            className={styles.sediment}
            style={{ left, width: wide, top: base - SEDIMENT, height: SEDIMENT }}
          />
        )),
        ...ghostSediment.map(({ left, width: wide }) => (
          <i
            key={`${minor} ghost ${left}`}
            className={styles.ghostSediment}
            style={{ left, width: wide, top: base - SEDIMENT, height: SEDIMENT }}
          />
        )),
      ])}
      <span className={`${styles.scale} faint tiny`} style={{ height: scale.height }}>
        {countText(scale.clusters)} clusters
      </span>
    </>
  )
})
