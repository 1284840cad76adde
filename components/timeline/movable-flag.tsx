'use client'

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { DAY } from '@/lib/words/time-text'
import type { PlacedFlag } from './layout'
import { css, type TimeRange } from './range'
import styles from './timeline.module.css'

export interface MovableFlagProps {
  readonly flag: PlacedFlag
  readonly range: TimeRange
  /** How far it may go: usually from now to the end of the whole range. */
  readonly limits: TimeRange
  /** `Expiry of 1.32.9` */
  readonly name: string
  /** A date as it is read out. */
  readonly dayText: (at: number) => string
  /** Always whole days away from where it was, same time of day; a drag that is broken off goes back to where it began. */
  readonly onFlagMove: (at: number) => void
}

interface FlagDrag {
  readonly startX: number
  readonly start: number
  /** Pixels of the whole chart. */
  readonly width: number
}

/**
 * The flag of an expiry that can be dragged, and moved by keys: arrows a day, with shift a week, PageUp and PageDown 30 days,
 * Home and End as far as it may go. Put it in place of `Flag`, into the element that is as wide as the time.
 */
export function MovableFlag({ flag, range, limits, name, dayText, onFlagMove }: MovableFlagProps): ReactNode {
  const drag = useRef<FlagDrag | null>(null)
  const grab = (event: PointerEvent<HTMLElement>) => {
    const { parentElement } = event.currentTarget
    if (event.button !== 0 || !parentElement) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { startX: event.clientX, start: flag.at, width: parentElement.clientWidth }
  }
  const move = (event: PointerEvent) => {
    if (!drag.current) return
    const { start, startX, width } = drag.current
    const at = draggedBy(start, event.clientX - startX, { width, range }, limits)
    if (at !== flag.at) onFlagMove(at)
  }
  const release = () => {
    drag.current = null
  }
  const breakOff = () => {
    if (drag.current && drag.current.start !== flag.at) onFlagMove(drag.current.start)
    release()
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = drag.current ? null : keyedTo(flag.at, event.key, event.shiftKey, limits)
    if (at === null && !(event.key === 'Escape' && drag.current)) return
    event.preventDefault()
    // Arrows here move the flag, not the focus in the chart.
    event.stopPropagation()
    if (at === null) breakOff()
    else if (at !== flag.at) onFlagMove(at)
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={styles.grip}
      style={{ left: css(flag.left) }}
      title={`${name}: ${dayText(flag.at)}. Drag it, or move it with the arrow keys.`}
      aria-label={name}
      aria-valuemin={Math.round(limits.from / 1000)}
      aria-valuemax={Math.round(limits.to / 1000)}
      aria-valuenow={Math.round(flag.at / 1000)}
      aria-valuetext={dayText(flag.at)}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={breakOff}
      onClick={(event) => event.stopPropagation()}
    >
      <span aria-hidden className={styles.flag}>
        {flag.text}
      </span>
    </span>
  )
}

/**
 * Where a flag may be moved to. It goes by whole days and keeps its time of day, as an expiry at 23:59:59 UTC is meant to
 * stay one. All in milliseconds.
 */

/**
 * So many days later (earlier when negative), but only as far as the limits allow; both limits can be reached only if they lie
 * whole days away. A flag beyond its limits may come back, but goes no further out.
 */
export function movedByDays(at: number, days: number, limits: TimeRange): number {
  const most = Math.max(0, Math.floor((limits.to - at) / DAY))
  const least = Math.min(0, Math.ceil((limits.from - at) / DAY))
  return at + Math.min(Math.max(Math.trunc(days), least), most) * DAY
}

/** The date of the flag after a drag by so many pixels on a chart of that width: at the nearest whole day. */
export function draggedBy(
  at: number,
  pixels: number,
  chart: { readonly width: number; readonly range: TimeRange },
  limits: TimeRange,
): number {
  if (chart.width <= 0) return at
  const days = ((pixels / chart.width) * (chart.range.to - chart.range.from)) / DAY
  return movedByDays(at, Math.round(days), limits)
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -30,
  PageUp: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * The date to which a key leads, null for a key that moves nothing: arrows a day (a week with shift), pages 30 days, Home and End to the
 * limits.
 */
export function keyedTo(at: number, key: string, isShift: boolean, limits: TimeRange): number | null {
  const days = STEPS[key]
  if (days === undefined) return null
  return movedByDays(at, isShift && Math.abs(days) === 1 ? days * 7 : days, limits)
}
