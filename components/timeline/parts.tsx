import type { ReactNode } from 'react'
import {
  type ChartBox,
  nowLabelAt,
  type PlacedFlag,
  type PlacedGhost,
  type PlacedSegment,
  pixelAt,
  type SegmentEnd,
  type SegmentLook,
} from './layout'
import { css, percentAt, rangeStyle, type TimeRange } from './range'
import { type AxisTick, keptLabels } from './ticks'
import styles from './timeline.module.css'

/** The drawn parts of a chart over time. All are placed by percentages in a box with `position: relative`. */

/** The labels of the axis; put it in a box at least 20 px high. With `initials`, narrow screens show `A S O …`. */
export function Axis({ ticks, initials = false }: { ticks: readonly AxisTick[]; initials?: boolean }): ReactNode {
  return (
    <div aria-hidden className={initials ? styles.shortOnPhone : undefined}>
      {ticks.map((tick) =>
        tick.label === '' && !initials ? null : (
          <span
            key={tick.at}
            className={styles.tick}
            data-year={tick.year || undefined}
            style={{ left: css(tick.percent) }}
          >
            <span className={styles.long}>{tick.label}</span>
            {initials && <span className={styles.initial}>{tick.initial}</span>}
          </span>
        ),
      )}
    </div>
  )
}

/** The label over the axis, centred at `x` pixels (from `nowLabelAt`); nothing when the now line is off the chart. */
export function NowLabel({ x, text }: { x: number | null; text: string }): ReactNode {
  if (x === null) return null
  return (
    <span className={styles.nowLabel} style={{ left: `${Math.round(x * 10) / 10}px` }}>
      {text}
    </span>
  )
}

/** Under the rows: the shade of the past and a line per tick. */
export function Grid({ range, now, ticks }: { range: TimeRange; now: number; ticks: readonly AxisTick[] }): ReactNode {
  const past = Math.min(100, percentAt(range, now))
  return (
    <>
      {past > 0 && <span className={styles.past} style={{ width: css(past) }} />}
      {ticks.map((tick) =>
        tick.percent === 0 ? null : (
          <span
            key={tick.at}
            className={styles.line}
            data-year={tick.year || undefined}
            style={{ left: css(tick.percent) }}
          />
        ),
      )}
    </>
  )
}

/** Above everything but markers; it begins `rise` pixels above the top of its box (below, when negative): at its label. */
export function NowLine({ range, now, rise = 0 }: { range: TimeRange; now: number; rise?: number }): ReactNode {
  const left = percentAt(range, now)
  return left < 0 || left > 100 ? null : <span className={styles.now} style={{ left: css(left), top: -rise }} />
}

/** A stretch of time in which something holds for all lanes. */
export interface TimeArea {
  readonly from: number
  readonly to: number
  /** What was not seen lies over the lanes, unless it is what was `before` all that is recorded. */
  readonly look: 'frozen' | 'weekend' | 'unrecorded' | 'before'
  readonly title?: string
  /** Names in the axis: the first that is no longer than the area, else the last, if there is room. */
  readonly names?: readonly string[]
}

interface AreasProps {
  readonly areas: readonly TimeArea[]
  readonly box: ChartBox
}

/** The areas in each lane, as lanes need not lie close together. */
export function Areas({ areas, box }: AreasProps): ReactNode {
  return areas.map((area) => (
    <span
      key={`${area.look} ${area.from}`}
      aria-hidden
      className={styles.area}
      data-look={area.look}
      title={area.title}
      style={rangeStyle(box.range, area)}
    />
  ))
}

/** What the areas are, in the axis beside the label of now. */
export function AreaNames({ areas, box, nowText }: AreasProps & { readonly nowText: string }): ReactNode {
  const labels = areas.map(({ from, to, names = [] }) => {
    const [begin, end] = [pixelAt(box, from), pixelAt(box, to)]
    const text = names.find((name) => box.measure(name, 11) < end - begin) ?? names.at(-1) ?? ''
    const width = box.measure(text, 11) + 8
    const left = Math.min(Math.max(0, (begin + end - width) / 2), Math.max(0, box.width - width))
    return { text, from, left, right: left + width, rank: from - to }
  })
  const now = nowLabelAt(box, nowText)
  const half = box.measure(nowText, 11) / 2 + 8
  const taken = now === null ? [] : [{ left: now - half, right: now + half }]
  const kept = keptLabels(labels, { gap: 6, width: box.width, taken })
  return labels
    .filter(({ text }, i) => text !== '' && kept[i])
    .map(({ text, from, left }) => (
      <span key={from} className={styles.areaName} style={{ left }}>
        {text}
      </span>
    ))
}

interface SegmentProps {
  readonly segment: PlacedSegment
  /** The whole fact: `1.33.6 deprecated, from 21 Nov 2026 to 15 Dec 2026`. */
  readonly name: string
  /** For a chart with keyboard: whether the arrows are here. */
  readonly focusable: { readonly id: string; readonly current: boolean } | undefined
}

export function Segment({ segment, name, focusable }: SegmentProps): ReactNode {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={styles.segment}
      data-look={segment.span.look}
      data-stop={focusable?.id}
      tabIndex={focusable ? (focusable.current ? 0 : -1) : undefined}
      style={{ left: css(segment.left), width: css(segment.width) }}
    >
      <Fill look={segment.span.look} start={segment.start} end={segment.end} />
      {segment.textAt !== null && (
        <span className={styles.text} style={{ left: `${segment.textAt}px` }}>
          {segment.span.label}
        </span>
      )}
    </span>
  )
}

/** The drawn body; apart from its segment, whose focus ring would fade with it. */
function Fill({ look, start, end }: { look: SegmentLook; start: SegmentEnd; end: SegmentEnd }): ReactNode {
  return <span className={styles.fill} data-look={look} data-start={start} data-end={end} />
}

/**
 * What a segment was before a change, dashed above it, with the difference right of its end. For a row of class `ghostRowClass`.
 * `name` is the whole fact: `1.32.9 was supported until 2 Mar 2027, expires 30 days earlier`.
 */
export function Ghost({ ghost, name }: { ghost: PlacedGhost; name: string }): ReactNode {
  const { span, left, width, start, end, textAt, differenceAt } = ghost
  return (
    <>
      <span
        role="img"
        aria-label={name}
        title={name}
        className={styles.ghost}
        style={{ left: css(left), width: css(width) }}
      >
        <span className={styles.ghostEdge} data-start={start} data-end={end} />
        {textAt !== null && (
          <span className={styles.ghostText} style={{ left: `${textAt}px` }}>
            {span.label}
          </span>
        )}
      </span>
      {differenceAt !== null && (
        <span aria-hidden className={styles.difference} style={{ left: `${differenceAt}px` }}>
          {span.difference}
        </span>
      )}
    </>
  )
}

/** A red flag on a pole, its date right of it. It says nothing that the row's text does not: hidden from screen readers. */
export function Flag({ flag, title }: { flag: PlacedFlag; title: string }): ReactNode {
  return (
    <span aria-hidden className={styles.flag} style={{ left: css(flag.left) }} title={title}>
      {flag.text}
    </span>
  )
}

/** What looks mean, for a legend: the segment small, then its word. */
export function lookSigns(looks: readonly (SegmentLook | 'expiry')[]) {
  return looks.map((look) => ({
    sign:
      look === 'expiry' ? (
        <span className={styles.swatchFlag}>
          <span className={styles.flag} />
        </span>
      ) : (
        <span className={styles.swatch}>
          <span className={styles.segment} data-look={look}>
            <Fill look={look} start="sharp" end="sharp" />
          </span>
        </span>
      ),
    text: look,
  }))
}

/** The sign of what is hatched, for a legend. */
export const HATCHED = <i className={styles.hatched} />

/** Width and height of a mark, in pixels. */
export const MARK = 16

/** A diamond on a lane; `children` is its glyph. */
export function EventMark({
  at,
  range,
  name,
  children,
}: {
  readonly at: number
  readonly range: TimeRange
  readonly name: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={styles.event}
      style={{ left: css(percentAt(range, at)), width: MARK, height: MARK }}
    >
      {children}
    </span>
  )
}
