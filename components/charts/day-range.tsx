import type { PointerEvent, ReactNode } from 'react'
import styles from './charts.module.css'

interface DayRangeProps {
  readonly first: number
  readonly last: number
  readonly value: number
  /** The chosen day in words. */
  readonly text: string | undefined
  readonly onChange: (day: number) => void
  /** While a pointer is over a day; undefined: it left. */
  readonly onPoint: (day: number | undefined) => void
  /** The chart, with a column for each day. */
  readonly children: ReactNode
}

/** A chart of which one day is chosen: by a pointer, or by the keyboard as any range of the browser. */
export function DayRange({ first, last, value, text, onChange, onPoint, children }: DayRangeProps): ReactNode {
  const days = last - first + 1
  const dayAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(Math.max(first + Math.floor(((clientX - left) / width) * days), first), last)
  }
  return (
    <div
      className={styles.range}
      onPointerMove={(event) => onPoint(dayAt(event))}
      onPointerLeave={() => onPoint(undefined)}
      onPointerUp={(event) => onChange(dayAt(event))}
    >
      <span style={{ left: `${((value - first) / days) * 100}%`, width: `${100 / days}%` }} />
      <input
        type="range"
        aria-label="Day"
        min={first}
        max={last}
        value={value}
        aria-valuetext={text}
        onChange={({ target }) => {
          onPoint(undefined)
          onChange(Number(target.value))
        }}
      />
      {children}
    </div>
  )
}
