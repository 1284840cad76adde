'use client'

import { type ReactNode, useRef } from 'react'
import { useNowWord } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { PastUpdateBody, ShootPastAnswer } from '@/lib/questions/cluster/contract'
import { CAUSE_WORDS } from '@/lib/words/past'
import { shownSteps } from '@/lib/words/shown-steps'
import { fullText, ms } from '@/lib/words/time-text'
import { inTime } from '@/lib/words/when'
import { LaneLine, LanePath } from '../../outlook/lane-line'
import { laneGroups, offsetAtOf, placedRuns } from '../../outlook/lanes'
import laneStyles from '../../outlook/lanes.module.css'
import {
  Axis,
  chartClass,
  css,
  EventMark,
  fittedTicks,
  Grid,
  layerClass,
  NowLabel,
  NowLine,
  nowLabelAt,
  percentAt,
  type TimeRange,
  useChartBox,
  useRoving,
} from '../../timeline'
import { chartMark } from '../../ui/chart-mark'
import styles from './past.module.css'
import { pastRange, placedUpdates, updatesOn, wholeLanes } from './past-lanes'

const GUESSED_WIDTH = 1080

interface PastChartProps {
  readonly answer: ShootAnswer
  readonly past: ShootPastAnswer
  readonly now: number
}

/** What ran in the last sixty days and will run: one chart with two scales, which change at now. */
export function PastChart({ answer, past, now }: PastChartProps) {
  const zone = answer.shoot.nextWindow.offset
  const nowText = useNowWord('now', zone)
  const offsetAt = offsetAtOf(zone)
  const plot = useRef<HTMLDivElement>(null)
  const chart = useRef<HTMLElement>(null)
  const roving = useRoving(chart)
  const range = pastRange(answer, now, offsetAt)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const turn = percentAt(range, now)
  const half = (part: TimeRange, percent: number) =>
    fittedTicks(part, (box.width * percent) / 100, box.measure, offsetAt).map((tick) => ({
      ...tick,
      percent: percentAt(range, tick.at),
    }))
  const ticks = [...half({ from: range.from, to: now }, turn), ...half({ from: now, to: range.to }, 100 - turn)]
  const followers = new Set(answer.shoot.pools.flatMap(({ name, kubernetes }) => (kubernetes === null ? [name] : [])))
  const layer = { left: 'var(--labels)', right: 0 }
  const untold = unrecorded(past, range, now)
  const updates = placedUpdates(past, box, zone)
  const runs = placedRuns(
    shownSteps(answer),
    box,
    (step) => inTime(step.window, now),
    updates.filter(({ isKept }) => isKept),
  )
  return (
    <figure
      ref={chart}
      className={`${chartClass} ${laneStyles.chart} ${styles.chart}`}
      aria-label="What ran and will run when; arrows move"
      {...chartMark('Past and forecast', range, zone)}
      onKeyDown={roving.onKeyDown}
      onFocus={roving.onFocus}
    >
      <div className={laneStyles.runs} aria-hidden="true">
        <div className={laneStyles.plot}>
          {updates.map((update) =>
            update.isKept ? (
              <span key={update.at} className={laneStyles.run} data-kind={update.kind} style={{ left: update.left }}>
                <b>{update.day}</b>
                <span>{update.cause}</span>
              </span>
            ) : null,
          )}
          {runs.map((run) =>
            run.labelAt === null ? null : (
              <span key={run.at} className={laneStyles.run} data-kind={run.kind} style={{ left: `${run.labelAt}px` }}>
                <b>{run.day}</b>
                <span>{run.relative}</span>
              </span>
            ),
          )}
        </div>
      </div>
      <div className={laneStyles.axis}>
        <div className={laneStyles.plot} ref={plot}>
          <Axis ticks={ticks} />
          <NowLabel x={nowLabelAt(box, nowText)} text={nowText} />
        </div>
      </div>
      <div className={laneStyles.lanes}>
        <div className={`${layerClass} ${laneStyles.layer}`} style={layer}>
          <Grid range={range} now={now} ticks={ticks} />
          {updates.map(({ at, kind, isKept }) => (
            <span
              key={at}
              className={laneStyles.runLine}
              data-kind={kind}
              data-short={!isKept || undefined}
              style={{ left: css(percentAt(range, at)) }}
            />
          ))}
          {runs.map(({ at, kind, labelAt }) => (
            <span
              key={at}
              className={laneStyles.runLine}
              data-kind={kind}
              data-short={labelAt === null || undefined}
              style={{ left: css(percentAt(range, at)) }}
            />
          ))}
        </div>
        {laneGroups(wholeLanes(answer, past, now), answer.shoot).map((group, g) =>
          group.lanes.map((lane, i) => (
            <div key={lane.id} className={laneStyles.lane} data-row={lane.id} data-first={i === 0 || undefined}>
              <span className={laneStyles.pool}>
                {i === 0 ? <b className={laneStyles.poolName}>{group.title}</b> : null}
              </span>
              <span className={laneStyles.what}>{lane.what}</span>
              <LanePath lane={lane} now={now} />
              <div className={laneStyles.plot}>
                <LaneLine
                  lane={lane}
                  steps={answer.steps}
                  box={box}
                  zone={zone}
                  roving={{ isCurrent: roving.isCurrent, isFirst: g === 0 && i === 0 }}
                />
                {updatesOn(lane, past.updates, followers)
                  .filter(({ at }) => ms(at) >= range.from)
                  .map(({ at, cause }) => (
                    <EventMark key={at} at={ms(at)} range={range} name={`${CAUSE_WORDS[cause]}, ${fullText(at, zone)}`}>
                      <PastGlyph cause={cause} />
                    </EventMark>
                  ))}
              </div>
            </div>
          )),
        )}
        <div className={`${layerClass} ${laneStyles.layer}`} style={layer}>
          {untold.map(({ from, to }) => (
            <span
              key={from}
              className={styles.untold}
              role="img"
              aria-label={`not recorded from ${fullText(from, zone)} to ${fullText(to, zone)}`}
              style={{ left: css(percentAt(range, from)), width: css(percentAt(range, to) - percentAt(range, from)) }}
            />
          ))}
          <NowLine range={range} now={now} rise={22} />
        </div>
      </div>
      <figcaption className="faint tiny">
        60 days back and what is known ahead: the scale changes at {nowText}.
      </figcaption>
    </figure>
  )
}

/** What is hatched: before anything was recorded, and in between. */
function unrecorded({ since, gaps }: ShootPastAnswer, range: TimeRange, now: number) {
  const begin = since === null ? now : Math.min(now, ms(since))
  return [
    { from: range.from, to: begin },
    ...gaps.map(({ from, until }) => ({ from: ms(from), to: until === null ? now : ms(until) })),
  ]
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, now) }))
    .filter(({ from, to }) => to > from)
}

const FULL = <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="currentColor" />
const OPEN = <path d="M6 1.3L10.7 6 6 10.7 1.3 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.6" />
const HALF = (
  <>
    {OPEN}
    <path d="M6 1.3V10.7L1.3 6z" fill="currentColor" />
  </>
)

const SHAPES: Readonly<Record<PastUpdateBody['cause'], ReactNode>> = {
  forced: FULL,
  auto: OPEN,
  other: OPEN,
  fails: (
    <>
      <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.2" />
      <path d="M4.2 4.2l3.6 3.6M7.8 4.2L4.2 7.8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  'by-hand': HALF,
  'not-recorded': HALF,
}

/** The diamond of what has happened: grey, red where it failed. Its word stands beside it. */
export function PastGlyph({ cause }: { readonly cause: PastUpdateBody['cause'] }) {
  return (
    <svg viewBox="0 0 12 12" className={styles.glyph} data-failed={cause === 'fails' || undefined} aria-hidden="true">
      {SHAPES[cause]}
    </svg>
  )
}
