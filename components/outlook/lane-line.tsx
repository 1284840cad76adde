'use client'

import { type ReactNode, type RefObject, useRef } from 'react'
import type { Lane, ShootAnswer } from '@/lib/contract/clusters'
import type { ForecastStepBody } from '@/lib/contract/steps'
import type { Zone } from '@/lib/contract/zone'
import { dayText, fullText } from '@/lib/words/time-text'
import { STAGE_WORDS } from '@/lib/words/wording'
import {
  Axis,
  type ChartBox,
  chartClass,
  css,
  EventMark,
  fittedTicks,
  Grid,
  layerClass,
  markStretch,
  NowLine,
  percentAt,
  pixelAt,
  type Roving,
  Segment,
  type Tick,
  type TimeRange,
  useChartBox,
} from '../timeline'
import { EventGlyph, StageGlyph } from '../ui/glyph'
import {
  type LaneSpan,
  laneMarks,
  lanePath,
  laneRange,
  laneSegments,
  mergedLanes,
  offsetAtOf,
  takenBy,
  ticksBeside,
} from './lanes'
import styles from './lanes.module.css'

export interface LaneLineProps {
  readonly lane: Lane
  readonly steps: readonly ForecastStepBody[]
  readonly box: ChartBox
  /** The cluster's own. */
  readonly zone: Zone
  /** The lane's title does not name the image, so the segments do. */
  readonly withImage?: boolean
  /** For a chart with keyboard: segments are its stops. */
  readonly roving?: Pick<Roving, 'isCurrent'> & { readonly isFirst: boolean }
  /** When something was changed here that is no step: by the last maintenance, or by a plan. */
  readonly done?: { readonly at: number; readonly text: string } | undefined
}

/** One lane: stretches of versions in their stages, diamonds where the version changes, red where nothing follows. */
export function LaneLine({ lane, steps, box, zone, withImage = false, roving, done }: LaneLineProps) {
  const marks = laneMarks(lane, steps)
  const taken = [...takenBy(marks, box), ...(done === undefined ? [] : [markStretch(pixelAt(box, done.at), 16)])]
  const segments = laneSegments(lane, steps, withImage, box, taken)
  const { range, now } = box
  const day = (at: number) => dayText(at, zone, { now })
  return (
    <>
      {segments.map((segment, i) => {
        const { span } = segment
        const name = `${span.version} ${STAGE_WORDS[span.stage]}, ${spanWords(span, day)}`
        const key = `${span.version} ${span.stage} ${span.from}`
        const id = `${lane.id} ${key}`
        const stop = roving && {
          focusable: { id, current: roving.isCurrent(id, roving.isFirst && i === 0) },
        }
        if (span.look !== 'expired') {
          return <Segment key={key} segment={segment} name={name} style={LANE_STYLE} {...stop} />
        }
        return (
          <span key={key}>
            <Segment segment={segment} name={name} style={TAIL_STYLE} {...stop} />
            <ExpiredWords text={segment.words} left={segment.left} right={segment.left + segment.width} box={box} />
          </span>
        )
      })}
      {now >= range.from && now <= range.to ? (
        <span className={styles.laneNow} style={{ left: css(percentAt(range, now)) }} />
      ) : null}
      {done !== undefined && done.at >= range.from ? (
        <EventMark at={done.at} range={range} name={`${done.text}, ${fullText(done.at, zone)}`}>
          <EventGlyph kind="done" />
        </EventMark>
      ) : null}
      {marks
        .filter((mark) => mark.at >= range.from && mark.at <= range.to)
        .map((mark) => (
          <EventMark key={mark.at} at={mark.at} range={range} name={`${mark.text}, ${fullText(mark.at, zone)}`}>
            <EventGlyph kind={mark.kind} />
          </EventMark>
        ))}
    </>
  )
}

const LANE_STYLE = { top: 4 } as const
const TAIL_STYLE = { top: 11, height: 4 } as const

function spanWords(span: LaneSpan, day: (at: number) => string): string {
  const from = span.from === null ? 'start unknown,' : `from ${day(span.from)}`
  return `${from} ${span.to === null ? 'with no end set' : `to ${day(span.to)}`}`
}

/** On the red line, right of the diamond that begins it or of the now line; nothing where it does not fit. */
function ExpiredWords(props: { text: string; left: number; right: number; box: ChartBox }) {
  const { text, box } = props
  if (text === '') return null
  const px = (percent: number) => (percent / 100) * box.width
  const width = box.measure(text, 11) + 10
  const now = pixelAt(box, box.now)
  let left = px(props.left) + 12
  if (left < now + 10 && left + width > now - 4) left = now + 12
  if (left + width > px(props.right)) return null
  return (
    <span className={styles.expiredText} style={{ left: `${Math.round(left)}px` }}>
      {text}
    </span>
  )
}

/** On a phone the versions stand above their bar. */
export function LanePath({ lane, now }: { readonly lane: Lane; readonly now: number }) {
  const path = lanePath(lane, now)
  return (
    <span className={styles.path} aria-hidden="true">
      {path.map(({ version, stage }, i) => (
        <span key={version}>
          {i > 0 ? ' → ' : ''}
          <StageGlyph stage={stage} />
          {version}
        </span>
      ))}
      {lane.stuckFrom === null ? null : (
        <span>
          {' → '}
          <span className="bad">fails</span>
        </span>
      )}
    </span>
  )
}

const GUESSED_WIDTH = 790

/** The forecast in a few lines, for an expanded row: lanes that look the same are one. */
export function LaneStrip({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const zone = answer.shoot.nextWindow.offset
  const plot = useRef<HTMLDivElement>(null)
  const range = laneRange(answer, now)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = ticksBeside(fittedTicks(range, box.width, box.measure, offsetAtOf(zone)), box)
  return (
    <div className={`${chartClass} ${styles.small}`}>
      <LaneFrame plot={plot} range={range} now={now} ticks={ticks} rise={4}>
        {mergedLanes(answer.lanes).map(({ id, title, lane }) => (
          <div key={id} className={styles.lane}>
            <span className={styles.pool} title={title}>
              {title}
            </span>
            <div className={styles.plot}>
              <LaneLine lane={lane} steps={answer.steps} box={box} zone={zone} withImage />
            </div>
          </div>
        ))}
      </LaneFrame>
    </div>
  )
}

interface LaneFrameProps {
  /** As wide as what is drawn of each lane. */
  readonly plot: RefObject<HTMLDivElement | null>
  readonly range: TimeRange
  readonly now: number
  readonly ticks: readonly Tick[]
  /** How far the line of now stands above the lanes, in pixels. */
  readonly rise: number
  /** Drawn behind the lanes. */
  readonly lines?: ReactNode
  readonly children: ReactNode
}

/** An axis above lanes, with the grid behind them and now in front. */
export function LaneFrame({ plot, range, now, ticks, rise, lines, children }: LaneFrameProps) {
  const layer = { left: 'var(--labels)', right: 0 }
  return (
    <>
      <div className={styles.axis}>
        <div className={styles.plot} ref={plot}>
          <Axis ticks={ticks} initials />
        </div>
      </div>
      <div className={styles.lanes}>
        <div className={`${layerClass} ${styles.layer}`} style={layer}>
          <Grid range={range} now={now} ticks={ticks} />
          {lines}
        </div>
        {children}
        <div className={`${layerClass} ${styles.layer}`} style={layer}>
          <NowLine range={range} now={now} rise={rise} />
        </div>
      </div>
    </>
  )
}
