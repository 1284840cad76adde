'use client'

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { addMonths, type OffsetAt } from './calendar'
import { NowLine } from './parts'
import {
  css,
  instantAt,
  isInRange,
  movedInto,
  percentAt,
  rangeStyle,
  resizedRange,
  shifted,
  type TimeRange,
} from './range'
import { type AxisTick, keptLabels, type MeasureText, ticks } from './ticks'
import styles from './timeline.module.css'

/** One for each instant: what expires together is one tick. */
export interface BrushExpiry {
  readonly at: number
  /** The tick's height is the square root of it. */
  readonly clusters: number
}

export interface BrushProps {
  readonly whole: TimeRange
  readonly range: TimeRange
  readonly now: number
  readonly offsetAt: OffsetAt
  readonly expiries: readonly BrushExpiry[]
  /** The width of the brush, for its labels. */
  readonly width: number
  readonly measure: MeasureText
  /** A date as the handles are read out. */
  readonly dayText: (at: number) => string
  /** While it is dragged. */
  readonly onMove: (range: TimeRange) => void
  /** When it is let go, or after a key. */
  readonly onChange: (range: TimeRange) => void
}

type BrushHandle = 'from' | 'to' | 'window'

interface BrushDrag {
  readonly grip: BrushHandle
  readonly startX: number
  readonly start: TimeRange
  latest: TimeRange
}

const SMALLEST = 4
const TALLEST = 16

/** The whole range in small: a tick per expiry, and a window with two handles that says which part the chart shows. */
export function Brush(props: BrushProps): ReactNode {
  const { whole, range, now, offsetAt, expiries, dayText, onMove, onChange } = props
  const track = useRef<HTMLDivElement>(null)
  const drag = useRef<BrushDrag | null>(null)
  const most = Math.max(1, ...expiries.map((one) => one.clusters))

  const dragged = (event: PointerEvent): TimeRange | null => {
    const { current } = drag
    const width = track.current?.clientWidth ?? 0
    if (!current || width === 0) return null
    const by = ((event.clientX - current.startX) / width) * (whole.to - whole.from)
    if (current.grip === 'window') return movedInto(shifted(current.start, by), whole)
    return resizedRange(current.start, current.grip, current.start[current.grip] + by, whole)
  }
  const grab = (grip: BrushHandle) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { grip, startX: event.clientX, start: range, latest: range }
  }
  const move = (event: PointerEvent) => {
    const next = dragged(event)
    if (!next || !drag.current) return
    drag.current.latest = next
    onMove(next)
  }
  const release = () => {
    const { current } = drag
    drag.current = null
    if (current && current.latest !== current.start) onChange(current.latest)
  }
  /** A press beside the window moves its middle there. */
  const jump = (event: PointerEvent<HTMLDivElement>) => {
    const box = track.current?.getBoundingClientRect()
    if (event.button !== 0 || !box) return
    const at = instantAt(whole, ((event.clientX - box.left) / box.width) * 100)
    const half = (range.to - range.from) / 2
    onChange(movedInto({ from: at - half, to: at + half }, whole))
  }
  const press = (grip: 'from' | 'to') => (event: KeyboardEvent) => {
    const months = KEYS[event.key]
    if (months === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(resizedRange(range, grip, addMonths(range[grip], months, offsetAt), whole))
  }
  const handle = (grip: 'from' | 'to') => (
    <span
      role="slider"
      tabIndex={0}
      className={styles.handle}
      data-grip={grip}
      aria-label={grip === 'from' ? 'Start of the range' : 'End of the range'}
      aria-valuemin={Math.round(whole.from / 1000)}
      aria-valuemax={Math.round(whole.to / 1000)}
      aria-valuenow={Math.round(range[grip] / 1000)}
      aria-valuetext={dayText(range[grip])}
      onKeyDown={press(grip)}
      onPointerDown={grab(grip)}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    />
  )

  return (
    <fieldset className={styles.brush} aria-label={`Range: ${dayText(range.from)} to ${dayText(range.to)}`}>
      <div ref={track} className={styles.track} onPointerDown={jump}>
        <BrushTicks {...props} />
        {expiries
          .filter((one) => isInRange(whole, one.at))
          .map((one) => (
            <i
              key={one.at}
              className={styles.expiry}
              style={{
                left: css(percentAt(whole, one.at)),
                height: `${(SMALLEST + (TALLEST - SMALLEST) * Math.sqrt(one.clusters / most)).toFixed(1)}px`,
              }}
            />
          ))}
        <NowLine range={whole} now={now} />
        <div
          className={styles.window}
          style={rangeStyle(whole, range)}
          onPointerDown={grab('window')}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
        >
          {handle('from')}
          {handle('to')}
        </div>
      </div>
    </fieldset>
  )
}

/** Months that a key moves a handle by. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -6,
  PageUp: 6,
  Home: -1200,
  End: 1200,
}

/** Ticks at its begin, at every January, and at every July if there is room. */
function BrushTicks({ whole, offsetAt, width, measure }: BrushProps): ReactNode {
  const months = ticks(whole, offsetAt, 'month')
  const shown = months.filter((tick, index) => index === 0 || tick.year || tick.label === 'Jul')
  const rank = (tick: AxisTick) => (tick === shown[0] ? 0 : tick.year ? 1 : 2)
  const kept = keptLabels(
    shown.map((tick) => {
      const left = (tick.percent / 100) * width + 3
      return { left, right: left + measure(tick.label), rank: rank(tick) }
    }),
    { gap: 12, width },
  )
  return shown
    .filter((_, index) => kept[index])
    .map((tick) => (
      <b key={tick.at} className={styles.brushTick} style={{ left: css(tick.percent) }}>
        {tick.label}
      </b>
    ))
}
