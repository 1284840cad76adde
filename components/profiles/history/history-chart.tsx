'use client'

import type { ReactNode } from 'react'
import { useNow, useNowLabel, useZone } from '@/lib/browser/clock'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileChangeBody, ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { whoOf } from '@/lib/words/phrases'
import { countText, dayText, fullText, momentText, ms, msOrNull } from '@/lib/words/time-text'
import { flagDate } from '@/lib/words/when'
import type { LaneRow, StopAttributes } from '../../timeline/lane'
import { type LaneColumn, Lanes } from '../../timeline/lanes'
import { type ChartBox, pixelAt, rangeOfMark } from '../../timeline/layout'
import type { TimeArea } from '../../timeline/parts'
import { css, isInRange, percentAt, type TimeRange } from '../../timeline/range'
import { versionLife } from '../../timeline/rows'
import type { PixelRange } from '../../timeline/ticks'
import { chartMark } from '../../ui/chart-mark'
import { StageChip } from '../../ui/glyph'
import { ExpiryCell } from '../fact-columns'
import { useProfileView } from '../use-profile-view'
import { versionColumn } from '../version-column'
import styles from './history.module.css'
import { GhostFlag } from './history-legend'
import { changeBoxes, movedTimesText, placedGhosts, type VersionLane } from './lanes'

export interface HistoryChartProps {
  /** `History of the Kubernetes versions of aws` */
  readonly name: string
  readonly answer: ProfileHistoryAnswer
  readonly lanes: readonly VersionLane[]
  /** The changes in the range. */
  readonly changes: readonly ProfileChangeBody[]
  readonly range: TimeRange
  /** Brings the row of a change into view. */
  readonly onChange: (number: number) => void
}

/** The life of each version as it was recorded, where its expiry stood before, and the changes below. */
export function HistoryChart(props: HistoryChartProps): ReactNode {
  const { name, answer, lanes, changes, range } = props
  const view = useProfileView()
  const zone = useZone()
  const now = useNow()
  const rows = lanes.map(
    (lane): HistoryRow => ({ ...rowOf(lane, zone, now), isSelected: lane.body.version === view.selected }),
  )
  return (
    <Lanes<HistoryRow>
      name={name}
      rows={rows}
      left={[MINOR, versionColumn(view, 96)]}
      right={[
        {
          key: 'stage',
          head: 'Stage',
          width: 122,
          cell: ({ lane: { body } }) =>
            body.stage === null ? <span className="faint">removed</span> : <StageChip stage={body.stage} />,
        },
        {
          key: 'expires',
          head: 'Expires',
          width: 'var(--expires)',
          phone: 'end',
          cell: ({ lane: { body } }) => {
            const at = msOrNull(body.expires)
            if (body.stage !== null || at === null) return <ExpiryCell at={at} zone={zone} now={now} />
            return <span className="faint">{`${at < now ? 'expired' : 'was to expire'} ${dayText(at, zone)}`}</span>
          },
        },
        {
          key: 'moved',
          head: 'Expiry moved',
          width: 'var(--moved)',
          phone: 'below',
          cell: ({ lane: { body } }) =>
            body.moved === null ? (
              <span className={`faint ${styles.unmoved}`}>
                {body.dates.every(({ expires }) => expires === null) ? 'never set' : 'not moved'}
              </span>
            ) : (
              <span className={styles.moved}>
                <b>
                  <span className="phone">expiry moved </span>
                  {movedTimesText(body.moved)}{' '}
                </b>
                <span className="faint">{moverText(answer, body.moved.change, zone, now)}</span>
              </span>
            ),
        },
      ]}
      range={range}
      now={now}
      nowText={useNowLabel(now)}
      hasRowKeys
      mark={chartMark(name, range)}
      className={styles.chart}
      areas={unknownIn(answer, zone, now)}
      draw={(row, box) => <Moves {...row} box={box} />}
      taken={({ lane }, box) => takenBy(placedMoves(lane, box, zone, now), box)}
      foot={(box, stop) => ({
        label: 'Changes',
        plot: <Boxes box={box} stop={stop} {...props} />,
        note: <span className="faint">{countText(changes.length)} in this range</span>,
      })}
      onPick={({ id }) => view.select(id)}
    />
  )
}

interface HistoryRow extends LaneRow {
  readonly lane: VersionLane
}

function rowOf(lane: VersionLane, zone: Zone, now: number): HistoryRow {
  const { version } = lane.body
  const life = versionLife(version, { spans: lane.spans, expires: lane.flag }, zone, now)
  return { id: version, isFirst: lane.isFirstOfMinor, ...life, lane }
}

const MINOR: LaneColumn<HistoryRow> = {
  key: 'minor',
  head: 'Minor',
  width: 44,
  phone: 'hidden',
  cell: ({ lane }) => lane.isFirstOfMinor && <b>{lane.body.minor}</b>,
}

function unknownIn({ recordedSince, gaps }: ProfileHistoryAnswer, zone: Zone, now: number): readonly TimeArea[] {
  const since = recordedSince === null ? now : ms(recordedSince)
  const before = recordedSince === null ? 'nothing is recorded' : `recorded since ${dayText(since, zone)}`
  return [
    { from: Number.NEGATIVE_INFINITY, to: since, look: 'before', title: before, names: [before] },
    ...gaps.map(({ from, until }): TimeArea => {
      const [begin, end] = [ms(from), until === null ? now : ms(until)]
      const title = `not recorded ${spanOf(begin, end, zone)}`
      return { from: begin, to: end, look: 'unrecorded', title, names: [title] }
    }),
  ]
}

/** `3–5 Oct`, `30 Sep – 2 Oct`, `3 Oct` */
function spanOf(from: number, to: number, zone: Zone): string {
  const [first, last] = [dayText(from, zone, { now: to }), dayText(to, zone, { now: to })]
  if (first === last) return first
  const [day, ...month] = first.split(' ')
  return last.endsWith(` ${month.join(' ')}`) ? `${day}–${last}` : `${first} – ${last}`
}

function placedMoves(lane: VersionLane, box: ChartBox, zone: Zone, now: number) {
  return placedGhosts(lane, box, (at) => `was ${flagDate(at, zone, now)}`)
}

function takenBy(ghosts: ReturnType<typeof placedMoves>, box: ChartBox): readonly PixelRange[] {
  return ghosts.flatMap(({ at, textAt, text }) => {
    const x = pixelAt(box, at)
    const mark = rangeOfMark(x, 14)
    return textAt === null ? [mark] : [mark, { left: x + textAt, right: x + textAt + box.measure(text, 11) + 6 }]
  })
}

/** The earlier dates of an expiry, how it was moved, and that it was removed. */
function Moves({ lane, box }: { readonly lane: VersionLane; readonly box: ChartBox }): ReactNode {
  const zone = useZone()
  const { range } = box
  const { removed, body } = lane
  const text = removed === null ? '' : `removed ${fullText(removed, zone)}`
  return (
    <>
      {removed !== null && isInRange(range, removed) && (
        <span
          role="img"
          aria-label={`${body.version} ${text}`}
          title={text}
          className={styles.removed}
          style={{ left: css(percentAt(range, removed)) }}
        />
      )}
      <Arrows lane={lane} range={range} />
      {placedMoves(lane, box, zone, box.now).map(({ at, text: was, textAt }) => (
        <span key={at} aria-hidden className={styles.ghost} style={{ left: css(percentAt(range, at)) }} title={was}>
          <GhostFlag />
          {textAt !== null && <span style={{ left: textAt }}>{was}</span>}
        </span>
      ))}
    </>
  )
}

/** `operator, 20 Nov` */
function moverText({ changes }: ProfileHistoryAnswer, number: number, zone: Zone, now: number): string {
  const change = changes.find((one) => one.number === number)
  return change === undefined ? '' : `${whoOf(change)}, ${dayText(change.seen, zone, { now })}`
}

/** Thin lines above the lane from where an expiry stood to where it was moved. */
function Arrows({ lane, range }: { readonly lane: VersionLane; readonly range: TimeRange }): ReactNode {
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

type BoxesProps = HistoryChartProps & { readonly box: ChartBox; readonly stop: (name: string) => StopAttributes }

function Boxes({ box, changes, onChange, stop }: BoxesProps): ReactNode {
  const { selected } = useProfileView()
  const zone = useZone()
  const { now } = box
  return changeBoxes(changes, box).map(({ x, text, width, changes: merged }) => {
    const newest = merged.at(-1)
    if (newest === undefined) return null
    const isOfSelected = merged.some(({ differences }) => differences.some(({ version }) => version === selected))
    const words = merged.map((one) => `${one.number}, ${momentText(one.seen, zone, now)}`).join('; ')
    return (
      <a
        key={newest.number}
        href={`#change-${newest.number}`}
        className={styles.box}
        aria-label={`Change ${words}`}
        title={`Change ${words}`}
        data-of-selected={(selected !== undefined && isOfSelected) || undefined}
        data-later={ms(newest.seen) > now || undefined}
        {...stop(String(newest.number))}
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
