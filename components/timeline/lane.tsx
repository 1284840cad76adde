import type { CSSProperties, ReactNode } from 'react'
import {
  asTail,
  type ChartBox,
  type CountMark,
  type GhostSpan,
  type LaneSpan,
  pixelAt,
  placedCounts,
  placedFlag,
  placedGhost,
  placedSegments,
  rangeOfMark,
  rangesOfNow,
} from './layout'
import { EventMark, Flag, Ghost, MARK, NowLine, Segment } from './parts'
import { css, isInRange, percentAt } from './range'
import { freePlace, type PixelRange } from './ticks'
import styles from './timeline.module.css'

/** A stretch of a lane, and what it is called with its dates. */
export interface LaneSegment extends LaneSpan {
  readonly name: string
  /** What stands on the line of one that is expired; its label comes first where no segment before has said it. Absent: nothing. */
  readonly words?: string
}

/** Something that happens at one instant. */
export interface LaneMark {
  readonly at: number
  readonly name: string
  readonly glyph: ReactNode
}

/** What a row says; a view makes its rows of its facts, with more in them for its columns. */
export interface LaneRow {
  /** Unique in the chart. */
  readonly id: string
  /** A hairline parts it from the row above: it is the first of its group. */
  readonly isFirst?: boolean
  readonly isSelected?: boolean
  readonly segments?: readonly LaneSegment[]
  /** What is said in place of segments. */
  readonly instead?: string
  readonly marks?: readonly LaneMark[]
  /** Marks whose area is a count, in as many lines below each other. */
  readonly counts?: readonly (readonly CountMark[])[]
  /** What it was before, dashed above its segments. Of each the first label that fits is printed. */
  readonly ghosts?: readonly (GhostSpan & { readonly name: string; readonly short?: string })[]
  /** An expiry; `name` is read as its title. */
  readonly flag?: { readonly at: number; readonly text: string; readonly name: string } | null
}

/** For an element of a cell that is a stop of the chart: arrows lead to it. */
export interface StopAttributes {
  readonly 'data-stop': string
  readonly tabIndex: number
}

/** How a view draws its lanes. */
export interface LaneDrawing<R extends LaneRow> {
  /** Arrows lead into a `grid` alone; what is `plain` is a picture beside words that say the same. */
  readonly kind?: 'grid' | 'table' | 'plain'
  /** What only this view draws over each row. */
  readonly draw?: (row: R, box: ChartBox, stop: (name: string) => StopAttributes) => ReactNode
  /** What no text of a row may touch, of what `draw` draws. */
  readonly taken?: (row: R, box: ChartBox) => readonly PixelRange[]
  /** What is drawn in place of the flag of an expiry. */
  readonly flag?: (row: R, flag: NonNullable<ReturnType<typeof placedFlag>>) => ReactNode
}

export interface LaneProps<R extends LaneRow> extends LaneDrawing<R> {
  readonly row: R
  readonly box: ChartBox
  /** The largest count of all rows. */
  readonly most: number
  readonly stop: (id: string) => StopAttributes
}

/** What is drawn in one row. */
export function Lane<R extends LaneRow>(props: LaneProps<R>): ReactNode {
  const { row, box, most, stop, kind = 'grid', draw, flag: ownFlag } = props
  const { segments = [], marks = [], counts = [], ghosts = [], flag = null } = row
  const { range } = box
  const shown = marks.filter(({ at }) => isInRange(range, at))
  const taken = [...shown.map(({ at }) => rangeOfMark(pixelAt(box, at), MARK)), ...(props.taken?.(row, box) ?? [])]
  const placed = flag === null ? null : placedFlag(flag.at, flag.text, box, taken)
  const pole = flag === null ? [] : [rangeOfMark(pixelAt(box, flag.at), POLE)]
  return (
    <>
      {ghosts.map(({ short, ...ghost }) => {
        const tries = [ghost.label, short ?? ghost.label].map((label) => placedGhost({ ...ghost, label }, box))
        const found = tries.find((one) => one?.textAt != null) ?? tries.at(-1)
        return found && <Ghost key={ghost.label} ghost={found} name={ghost.name} />
      })}
      {namedOnce(segments, box, [...taken, ...pole]).map((segment, place) => {
        const { span } = segment
        const { 'data-stop': id, tabIndex } = stop(`${row.id}/${place}`)
        return (
          <span key={`${span.look}/${span.label}/${span.from}`}>
            <Segment
              segment={segment}
              name={span.name}
              focusable={kind === 'grid' ? { id, current: tabIndex === 0 } : undefined}
            />
            {segment.words !== '' && <ExpiredWords text={segment.words} segment={segment} box={box} />}
          </span>
        )
      })}
      {row.instead !== undefined && (
        <span
          className={styles.instead}
          style={{ left: freePlace(6, box.width, box.measure(row.instead, 11), rangesOfNow(box)) ?? 6 }}
        >
          {row.instead}
        </span>
      )}
      <NowLine range={range} now={box.now} />
      {draw?.(row, box, (name) => stop(`${row.id}/${name}`))}
      {placed && flag && (ownFlag?.(row, placed) ?? <Flag flag={placed} title={flag.name} />)}
      {shown.map(({ at, name, glyph }) => (
        <EventMark key={`${at} ${name}`} at={at} range={range} name={name}>
          {glyph}
        </EventMark>
      ))}
      {counts.map((line, index) =>
        placedCounts(line, most, box).map((mark) => (
          <CountedMark key={`${mark.at} ${mark.name}`} mark={mark} line={index} box={box} />
        )),
      )}
    </>
  )
}

/** Width of a pole, in pixels. */
const POLE = 4

/**
 * Placed; neighbouring stretches of one label carry it once, in the first that has room for it. What is expired is too thin for a text: its
 * words stand on its line.
 */
export function namedOnce<T extends LaneSegment>(
  segments: readonly T[],
  box: ChartBox,
  taken: Parameters<typeof placedSegments>[2],
) {
  let named = ''
  return placedSegments(segments, box, taken).map((segment) => {
    const { label, look, words } = segment.span
    const isNamed = label === named
    const told =
      look !== 'expired' || words === undefined ? '' : [isNamed ? '' : label, words].filter(Boolean).join(', ')
    if (!isNamed) named = segment.textAt === null && told === '' ? '' : label
    const tail = words === undefined ? asTail(segment) : segment
    return { ...tail, words: told, textAt: isNamed ? null : segment.textAt }
  })
}

interface ExpiredWordsProps {
  readonly text: string
  readonly segment: { readonly left: number; readonly width: number }
  readonly box: ChartBox
}

/** Words on the red line, right of the diamond that begins it or of the now line; nothing if they do not fit. */
function ExpiredWords({ text, segment, box }: ExpiredWordsProps): ReactNode {
  const px = (percent: number) => (percent / 100) * box.width
  const width = box.measure(text, 11) + 10
  const now = pixelAt(box, box.now)
  let left = px(segment.left) + 12
  if (left < now + 10 && left + width > now - 4) left = now + 12
  if (left + width > px(segment.left + segment.width)) return null
  return (
    <span className={styles.expired} style={{ left: Math.round(left) }}>
      {text}
    </span>
  )
}

interface CountedMarkProps {
  readonly mark: ReturnType<typeof placedCounts>[number]
  readonly line: number
  readonly box: ChartBox
}

/** A diamond as large as its count, with its words beside it where there is room. */
function CountedMark({ mark, line, box }: CountedMarkProps): ReactNode {
  const { at, name, size, isBad, text, strong, textAt } = mark
  const look = { '--line': line, color: isBad ? 'var(--expired-ink)' : undefined } as CSSProperties
  return (
    <>
      <span
        role="img"
        aria-label={name}
        title={name}
        className={styles.count}
        data-bad={isBad || undefined}
        style={{ ...look, left: css(percentAt(box.range, at)), width: size, height: size }}
      />
      {textAt !== null && (
        <span aria-hidden className={styles.countText} style={{ ...look, left: textAt }}>
          {text} <b>{strong}</b>
        </span>
      )}
    </>
  )
}
