'use client'

import { type ReactNode, useMemo, useRef } from 'react'
import { useKeys } from '@/lib/browser/keys'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileChangeBody, ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { whoOf } from '@/lib/words/phrases'
import { flagDate, spanName } from '@/lib/words/spans'
import { countText, dayText, fullText, momentText, ms, relativeText } from '@/lib/words/time-text'
import {
  Axis,
  asTail,
  type ChartBox,
  chartClass,
  css,
  Flag,
  fittedTicks,
  Grid,
  keptLabels,
  layerClass,
  markStretch,
  NowLabel,
  NowLine,
  nowLabelAt,
  type OffsetAt,
  percentAt,
  pixelAt,
  placedFlag,
  placedSegments,
  Segment,
  type TimeRange,
  useChartBox,
  useRoving,
} from '../../timeline'
import { chartMark } from '../../ui/chart-mark'
import { StageChip } from '../../ui/glyph'
import { Link } from '../../ui/link'
import styles from './history.module.css'
import { GhostFlag } from './history-legend'
import { changeBoxes, type Lane, movedText, placedGhosts } from './lanes'
import { CELL, COLUMN_HEAD, GRID, GRID_CELL, GROUP, ROW, ROW_HEAD } from './roles'

export interface HistoryChartProps {
  /** `History of the Kubernetes versions of aws` */
  readonly name: string
  readonly answer: ProfileHistoryAnswer
  readonly lanes: readonly Lane[]
  /** Those in the range. */
  readonly changes: readonly ProfileChangeBody[]
  readonly range: TimeRange
  readonly selected: string | undefined
  readonly hrefOf: (version: string) => string
  readonly onSelect: (version: string) => void
  /** Brings the row of a change into view. */
  readonly onChange: (number: number) => void
  readonly now: number
  readonly nowText: string
  readonly zone: Zone
  readonly offsetAt: OffsetAt
}

const GUESSED_WIDTH = 640
/** The line begins under its label. */
const NOW_LABEL = 18

/** Each version's life as it was recorded, where its expiry stood before, and the changes below. */
export function HistoryChart(props: HistoryChartProps): ReactNode {
  const { name, answer, lanes, changes, range, now, zone, offsetAt } = props
  const plot = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const roving = useRoving(grid)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, offsetAt),
    [range, box.width, box.measure, offsetAt],
  )
  useKeys(useMemo(() => ({ j: () => roving.moveRow(1), k: () => roving.moveRow(-1) }), [roving]))
  const gaps = useMemo(() => gapsIn(answer, range, now), [answer, range, now])

  return (
    <div className={`${chartClass} ${styles.chart}`} {...chartMark(name, range)}>
      <div className={styles.under}>
        <div aria-hidden className={`${layerClass} ${styles.plotLayer}`}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
      </div>
      <table
        ref={grid}
        {...GRID}
        aria-label={name}
        className={styles.grid}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
      >
        <thead {...GROUP}>
          <tr {...ROW} className={styles.head}>
            <th {...COLUMN_HEAD} className={styles.minor}>
              Minor
            </th>
            <th {...COLUMN_HEAD} className={styles.version}>
              Version
            </th>
            <th {...COLUMN_HEAD} className={styles.plot}>
              <span className="visually-hidden">{`Time, ${dayText(range.from, zone)} to ${dayText(range.to, zone)}`}</span>
              <div ref={plot} className={styles.axis}>
                <Axis ticks={ticks} initials />
                <GapLabels gaps={gaps} box={box} zone={zone} nowText={props.nowText} />
                <NowLabel x={nowLabelAt(box, props.nowText)} text={props.nowText} />
                <NowLine range={range} now={now} rise={-NOW_LABEL} />
              </div>
            </th>
            <th {...COLUMN_HEAD} className={styles.stage}>
              Stage
            </th>
            <th {...COLUMN_HEAD} className={styles.expires}>
              Expires
            </th>
            <th {...COLUMN_HEAD} className={styles.moved}>
              Expiry moved
            </th>
          </tr>
        </thead>
        <tbody {...GROUP}>
          {lanes.map((lane, index) => (
            <Row key={lane.body.version} lane={lane} index={index} box={box} gaps={gaps} roving={roving} {...props} />
          ))}
        </tbody>
        <tfoot {...GROUP}>
          <tr {...ROW} data-row="changes" className={styles.changes}>
            <th {...ROW_HEAD} className={styles.version}>
              Changes
            </th>
            <td {...CELL} className={styles.plot}>
              <Gaps gaps={gaps} range={range} zone={zone} />
              <NowLine range={range} now={now} />
              <Boxes box={box} isCurrent={roving.isCurrent} {...props} />
            </td>
            <td {...CELL} className={`${styles.stage} faint`}>
              {countText(changes.length)} in this range
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface ShownGap extends TimeRange {
  /** Nothing was recorded yet. */
  readonly isBefore: boolean
  readonly text: (zone: Zone) => string
}

/** What is not known of a range, cut to it. */
function gapsIn({ recordedSince, gaps }: ProfileHistoryAnswer, range: TimeRange, now: number): readonly ShownGap[] {
  const since = recordedSince === null ? now : ms(recordedSince)
  const before: ShownGap = {
    from: Number.NEGATIVE_INFINITY,
    to: since,
    isBefore: true,
    text: (zone) => (recordedSince === null ? 'nothing is recorded' : `recorded since ${dayText(since, zone)}`),
  }
  const holes = gaps.map(({ from, until }): ShownGap => {
    const [begin, end] = [ms(from), until === null ? now : ms(until)]
    return { from: begin, to: end, isBefore: false, text: (zone) => `not recorded ${spanOf(begin, end, zone)}` }
  })
  return [before, ...holes].flatMap((gap) => {
    const [from, to] = [Math.max(gap.from, range.from), Math.min(gap.to, range.to)]
    return from < to ? [{ ...gap, from, to }] : []
  })
}

/** `3–5 Oct`, `30 Sep – 2 Oct`, `3 Oct` */
function spanOf(from: number, to: number, zone: Zone): string {
  const [first, last] = [dayText(from, zone, { now: to }), dayText(to, zone, { now: to })]
  if (first === last) return first
  const [day, ...month] = first.split(' ')
  return last.endsWith(` ${month.join(' ')}`) ? `${day}–${last}` : `${first} – ${last}`
}

/** Over what is drawn: nobody saw it. In each lane, as lanes need not lie close together. */
function Gaps(props: {
  readonly gaps: readonly ShownGap[]
  readonly range: TimeRange
  readonly zone: Zone
}): ReactNode {
  const { gaps, range, zone } = props
  return gaps.map((gap) => {
    const left = percentAt(range, gap.from)
    return (
      <span
        key={gap.from}
        aria-hidden
        className={styles.gap}
        data-before={gap.isBefore || undefined}
        title={gap.text(zone)}
        style={{ left: css(left), width: css(percentAt(range, gap.to) - left) }}
      />
    )
  })
}

interface GapLabelsProps {
  readonly gaps: readonly ShownGap[]
  readonly box: ChartBox
  readonly zone: Zone
  readonly nowText: string
}

function GapLabels({ gaps, box, zone, nowText }: GapLabelsProps): ReactNode {
  const now = nowLabelAt(box, nowText)
  const half = box.measure(nowText, 11) / 2 + 8
  const labels = gaps.map((gap) => {
    const text = gap.text(zone)
    const width = box.measure(text, 11) + 8
    const middle = (pixelAt(box, gap.from) + pixelAt(box, gap.to)) / 2
    const left = Math.min(Math.max(0, middle - width / 2), Math.max(0, box.width - width))
    return { text, from: gap.from, left, right: left + width, rank: gap.to - gap.from > 0 ? gap.from - gap.to : 0 }
  })
  const taken = now === null ? [] : [{ left: now - half, right: now + half }]
  const kept = keptLabels(labels, { gap: 6, from: 0, to: box.width, taken })
  return labels.map(
    ({ text, from, left }, i) =>
      kept[i] && (
        <span key={from} className={styles.gapLabel} style={{ left }}>
          {text}
        </span>
      ),
  )
}

type RowProps = HistoryChartProps & {
  readonly lane: Lane
  readonly index: number
  readonly box: ChartBox
  readonly gaps: readonly ShownGap[]
  readonly roving: ReturnType<typeof useRoving>
}

function Row({ lane, index, box, gaps, roving, ...props }: RowProps): ReactNode {
  const { selected, zone, now, range } = props
  const { version, minor, stage, moved, dates } = lane.body
  const isSelected = version === selected
  const ghosts = useMemo(
    () => placedGhosts(lane, box, (at) => `was ${flagDate(at, zone, now)}`),
    [lane, box, zone, now],
  )
  const taken = ghosts.flatMap(({ at, textAt, text }) => {
    const x = pixelAt(box, at)
    const mark = markStretch(x, 14)
    return textAt === null ? [mark] : [mark, { left: x + textAt, right: x + textAt + box.measure(text, 11) + 6 }]
  })
  const segments = placedSegments(lane.spans, box, taken).map(asTail)
  const flag = lane.flag === null ? null : placedFlag(lane.flag, flagDate(lane.flag, zone, now), box, taken)
  const stop = (name: string) => `${version}/${name}`
  return (
    <tr
      {...ROW}
      data-row={version}
      data-first={lane.isFirstOfMinor || undefined}
      aria-selected={isSelected}
      className={styles.lane}
    >
      <td {...GRID_CELL} className={styles.minor}>
        {lane.isFirstOfMinor && minor}
      </td>
      <th {...ROW_HEAD} className={styles.version}>
        <Link
          href={props.hrefOf(version)}
          scroll={false}
          data-stop={stop('version')}
          tabIndex={roving.isCurrent(stop('version'), index === 0) ? 0 : -1}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            props.onSelect(version)
          }}
        >
          {version}
        </Link>
      </th>
      <td {...GRID_CELL} className={styles.plot}>
        <Gaps gaps={gaps} range={range} zone={zone} />
        <NowLine range={range} now={now} />
        {segments.map((segment, place) => (
          <Segment
            key={`${segment.span.look}/${segment.span.from}`}
            segment={segment}
            name={spanName(version, segment.span, zone)}
            focusable={{ id: stop(String(place)), current: roving.isCurrent(stop(String(place))) }}
          />
        ))}
        {lane.removed !== null && lane.removed >= range.from && lane.removed <= range.to && (
          <span
            role="img"
            aria-label={`${version} removed ${fullText(lane.removed, zone)}`}
            title={`removed ${fullText(lane.removed, zone)}`}
            className={styles.removed}
            style={{ left: css(percentAt(range, lane.removed)) }}
          />
        )}
        <Arrows lane={lane} range={range} />
        {ghosts.map(({ at, text, textAt }) => (
          <span key={at} aria-hidden className={styles.ghost} style={{ left: css(percentAt(range, at)) }} title={text}>
            <GhostFlag />
            {textAt !== null && <span style={{ left: textAt }}>{text}</span>}
          </span>
        ))}
        {flag && lane.flag !== null && (
          <span className={styles.dated}>
            <Flag
              flag={flag}
              title={`${version} ${lane.flag < now ? 'expired' : 'expires'} ${dayText(lane.flag, zone)}`}
            />
          </span>
        )}
      </td>
      <td {...GRID_CELL} className={styles.stage}>
        {stage === null ? <span className="faint">removed</span> : <StageChip stage={stage} />}
      </td>
      <td {...GRID_CELL} className={styles.expires}>
        <Expires lane={lane} zone={zone} now={now} />
      </td>
      <td {...GRID_CELL} className={styles.moved}>
        {moved === null ? (
          <span className="faint">{dates.every(({ expires }) => expires === null) ? 'never set' : 'not moved'}</span>
        ) : (
          <>
            <b>{movedText(moved)}</b>
            <span className="faint">{moverText(props, moved.change)}</span>
          </>
        )}
      </td>
    </tr>
  )
}

/** `operator, 20 Nov` */
function moverText({ answer, zone, now }: HistoryChartProps, number: number): string {
  const change = answer.changes.find((one) => one.number === number)
  return change === undefined ? '' : `${whoOf(change)}, ${dayText(change.seen, zone, { now })}`
}

/** From where an expiry stood to where it was moved, in thin lines above the lane. */
function Arrows({ lane, range }: { readonly lane: Lane; readonly range: TimeRange }): ReactNode {
  return lane.ghosts.map(({ at, to }) => {
    if (to === null) return null
    const [a, b] = [percentAt(range, at), percentAt(range, to)]
    const [left, right] = [Math.max(0, Math.min(a, b)), Math.min(100, Math.max(a, b))]
    if (left >= 100 || right <= 0) return null
    const isEnd = b >= 0 && b <= 100
    return (
      <span
        key={`${at}/${to}`}
        aria-hidden
        className={styles.arrow}
        data-to={isEnd ? (b > a ? 'right' : 'left') : undefined}
        style={{ left: css(left), width: css(right - left) }}
      />
    )
  })
}

function Expires({ lane, zone, now }: { readonly lane: Lane; readonly zone: Zone; readonly now: number }): ReactNode {
  const { stage, expires } = lane.body
  if (expires === null) return <span className="faint">no expiry set</span>
  if (stage === null)
    return (
      <span className="faint">{`${ms(expires) < now ? 'expired' : 'was to expire'} ${dayText(expires, zone)}`}</span>
    )
  return (
    <span title={fullText(expires, zone)} className={styles.dates}>
      <span className={ms(expires) < now ? 'bad' : undefined}>{relativeText(expires, now, 'prose')}</span>
      <span className="muted">{dayText(expires, zone)}</span>
    </span>
  )
}

type BoxesProps = HistoryChartProps & { readonly box: ChartBox; readonly isCurrent: (stop: string) => boolean }

function Boxes({ box, changes, selected, zone, now, onChange, isCurrent }: BoxesProps): ReactNode {
  const boxes = useMemo(() => changeBoxes(changes, box), [changes, box])
  return boxes.map(({ x, text, width, changes: merged }) => {
    const newest = merged.at(-1)
    if (newest === undefined) return null
    const isOfSelected = merged.some(({ differences }) => differences.some(({ version }) => version === selected))
    const words = merged.map((one) => `${one.number}, ${momentText(one.seen, zone, now)}`).join('; ')
    const stop = `changes/${newest.number}`
    return (
      <a
        key={newest.number}
        href={`#change-${newest.number}`}
        className={styles.box}
        aria-label={`Change ${words}`}
        title={`Change ${words}`}
        data-of-selected={(selected !== undefined && isOfSelected) || undefined}
        data-later={ms(newest.seen) > now || undefined}
        data-stop={stop}
        tabIndex={isCurrent(stop) ? 0 : -1}
        style={{ left: `clamp(0px, ${css((x / box.width) * 100)} - ${width / 2}px, 100% - ${width}px)`, width }}
        onClick={(event) => {
          event.preventDefault()
          onChange(newest.number)
        }}
      >
        {text}
      </a>
    )
  })
}
