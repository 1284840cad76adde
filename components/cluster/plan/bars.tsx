'use client'

import { type ReactNode, useRef } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { clockText, dayText, durationText, HOUR, momentText, ms, partsIn } from '@/lib/words/time-text'
import { isThisEvening, windowClock } from '@/lib/words/when'
import {
  Axis,
  chartClass,
  css,
  Grid,
  keptLabels,
  layerClass,
  type Measure,
  percentAt,
  pixelAt,
  type Tick,
  type TimeRange,
  useChartBox,
} from '../../timeline'
import { chartMark } from '../../ui/chart-mark'
import styles from './chart.module.css'

const GUESSED_WIDTH = 780
/** Between a bar and its text. */
const GAP = 8

/** How long every part takes at worst, against the window. */
export function WorstCase({ answer, now }: { readonly answer: PlanAnswer; readonly now: number }): ReactNode {
  const plot = useRef<HTMLDivElement>(null)
  const { parts, begins, rollOut, shoot, controlPlane } = answer
  const zone = shoot.nextWindow.offset
  const start = ms(begins)
  const ends = parts.map(({ until, rollout }) => (until === null ? start + (rollout === null ? 0 : HOUR) : ms(until)))
  const last = Math.max(...ends, rollOut === null ? start + HOUR : ms(rollOut.end))
  const from = rollOut === null ? start - HOUR / 2 : ms(rollOut.begin) - HOUR / 2
  const range = { from, to: last + (last - from) * 0.22 }
  const box = useChartBox(plot, range, start, GUESSED_WIDTH)
  const drained = parts.filter(({ rollout }) => rollout !== null)
  if (drained.length === 0) return null
  const ticks = hourTicks(range, box.width, box.measure, zone)
  const layer = { left: 'var(--labels)', right: 0 }
  const night = rollOut !== null && isThisEvening(rollOut, now) ? 'Tonight' : momentText(begins, zone, now)
  const end = (until: string) => (ms(until) - start < 12 * HOUR ? clockText(until, zone) : momentText(until, zone, now))
  return (
    <section aria-label="Worst case" className={styles.section} {...chartMark('Worst case', range, zone)}>
      <div className="section-head">
        <h2>{night}, if every drain takes its limit</h2>
        <span className="faint">
          begun at {clockText(begins, zone)}
          {rollOut === null ? '' : ', the latest moment at which Gardener begins'}; {zone}
        </span>
      </div>
      <figure className={`${chartClass} ${styles.chart}`} aria-label="How long each part takes at worst">
        <div className={styles.axis}>
          <div className={styles.plot} ref={plot}>
            <Axis ticks={ticks} />
          </div>
        </div>
        <div className={styles.lanes}>
          <div className={`${layerClass} ${styles.layer}`} style={layer}>
            <Grid range={range} now={from} ticks={ticks} />
            {rollOut === null ? null : (
              <span
                className={styles.windowBand}
                style={{
                  left: css(percentAt(range, ms(rollOut.begin))),
                  width: css(percentAt(range, ms(rollOut.end)) - percentAt(range, ms(rollOut.begin))),
                }}
              />
            )}
          </div>
          {controlPlane === 'restart' ? (
            <Bar
              title="Control plane"
              left={percentAt(range, start)}
              width={0}
              text="minutes"
              textAt={pixelAt(box, start) + 8}
              room={box.width}
              measure={box.measure}
              from={pixelAt(box, start)}
              isOpen={false}
            />
          ) : null}
          {drained.map(({ pool, until, rollout }) => {
            const right = until === null ? start + HOUR : ms(until)
            return (
              <Bar
                key={pool}
                title={pool ?? ''}
                left={percentAt(range, start)}
                width={percentAt(range, right) - percentAt(range, start)}
                text={
                  until === null || rollout?.milliseconds == null
                    ? `${rollout?.figure}, as somebody selects nodes`
                    : `${durationText(rollout.milliseconds)}, until ${end(until)}`
                }
                textAt={pixelAt(box, right)}
                room={box.width}
                measure={box.measure}
                from={pixelAt(box, start)}
                isOpen={until === null}
              />
            )
          })}
        </div>
      </figure>
      <p className="small muted">
        {rollOut === null ? (
          'It begins as soon as the patch is sent, whatever the window.'
        ) : (
          <>
            <span className={styles.windowSign} aria-hidden="true" /> The window, {windowClock(rollOut)}. Gardener
            begins within it, and does not stop when it ends.
          </>
        )}
      </p>
    </section>
  )
}

interface BarProps {
  readonly title: string
  /** Percent. */
  readonly left: number
  readonly width: number
  readonly text: string
  /** Where the bar ends, in pixels. */
  readonly textAt: number
  readonly isOpen: boolean
  /** Of the chart, in pixels. */
  readonly room: number
  readonly measure: Measure
  /** Where the bar begins, in pixels. */
  readonly from: number
}

function Bar({ title, left, width, text, textAt, isOpen, room, measure, from }: BarProps) {
  const size = measure(text, 11)
  const isBeside = textAt + GAP + size <= room
  // Without room beside it, the text stands in the bar.
  const place = isBeside ? textAt + GAP : Math.min(from + GAP, Math.max(0, room - size))
  return (
    <div className={styles.barRow}>
      <b className={styles.label}>{title}</b>
      <div className={styles.plot}>
        <span className={styles.worst} data-open={isOpen || undefined} style={{ left: css(left), width: css(width) }} />
        <span className={styles.worstText} data-inside={!isBeside || undefined} style={{ left: `${place}px` }}>
          {text}
        </span>
      </div>
    </div>
  )
}

const STEPS = [1, 2, 3, 6, 12, 24] as const
/** Fewer pixels than this between two labels look crowded. */
const LEAST_GAP = 64

/** Ticks for a range of hours: `21:00`, and the day where one begins, in bold. */
export function hourTicks(range: TimeRange, width: number, measure: Measure, zone: Zone): readonly Tick[] {
  const hours = (range.to - range.from) / HOUR
  const step = STEPS.find((one) => (width / hours) * one >= LEAST_GAP) ?? 24
  const first = Math.ceil(range.from / HOUR) * HOUR
  const all = Array.from({ length: Math.ceil((range.to - first) / HOUR) }, (_, i) => first + i * HOUR).flatMap((at) => {
    const { hour } = partsIn(at, zone)
    if (hour % step !== 0) return []
    const label = hour === 0 ? dayText(at, zone, { now: at, weekday: true }) : clockText(at, zone)
    return [{ at, percent: percentAt(range, at), label, initial: label, year: hour === 0 }]
  })
  const kept = keptLabels(
    all.map((tick) => {
      const left = (tick.percent / 100) * width + 4
      return { left, right: left + measure(tick.label, 11, tick.year ? 600 : 400), rank: tick.year ? 0 : 1 }
    }),
    { gap: 10, from: 0, to: width },
  )
  return all.map((tick, i) => (kept[i] ? tick : { ...tick, label: '' }))
}
