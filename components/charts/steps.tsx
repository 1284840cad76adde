'use client'

import { type ReactNode, useId, useMemo, useRef } from 'react'
import { Area, AreaChart, ReferenceLine, ResponsiveContainer } from 'recharts'
import { useZone } from '@/lib/browser/clock'
import { offsetAtOf } from '../timeline/calendar'
import { fittedTicks, freePlace, type MeasureText, nowLineAt, type PixelRange } from '../timeline/ticks'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import styles from './charts.module.css'
import { type CountLook, Patterns, paintOf } from './count-looks'
import { AXIS_HEIGHT, axesOf, GUESSED, marksOf, NO_MARGIN, type PlotProps, type PlotTick } from './plot'

export interface StepBand {
  readonly name: string
  readonly look: CountLook
  /** One per step. */
  readonly counts: readonly number[]
}

/** Words within a band, in their place. */
export interface BandWords {
  readonly strong: string
  readonly text: string
  /** The colour of the text. */
  readonly color: string
  readonly side: 'start' | 'end'
  /** Percent of the width, from the side's edge of the plot. */
  readonly inset: number
  /** Percent of the height, from below: the middle of the text. */
  readonly middle: number
}

/** Words of a count: above it, and above all that they stand over. */
export interface CountWords {
  readonly at: number
  readonly count: number
  readonly strong: string
  readonly text?: string
  /** They end there in place of beginning. */
  readonly isEnd?: boolean
}

export interface StepsProps extends Omit<PlotProps, 'ticks'> {
  /** The bands from the bottom to the top. */
  readonly bands: readonly StepBand[]
  /** When each step begins, in milliseconds. */
  readonly steps: readonly number[]
  /** What it is in words, and its height with the axis, in pixels; without, it fills its parent, which says what it is. */
  readonly as?: { readonly name: string; readonly height: number }
  readonly hasAxis?: boolean
  /** The text on the axis at the present instant. */
  readonly nowText?: string | undefined
  readonly labels?: readonly BandWords[]
  /** Counts to print. As many are printed as have room, the first before all others. */
  readonly peaks?: readonly CountWords[]
  /** The instant until which the last count holds; default: the right edge. */
  readonly until?: number
  /** `stays`: a count stays until a cluster moves; `grows`: it goes evenly from each to the next. */
  readonly between?: 'stays' | 'grows'
  /** Over the upper edge of each band, dashed where it is a forecast; without, bands are set apart. */
  readonly edge?: 'solid' | 'dashed'
  /** Whether each band stands on the axis, over those before it, and not on top of them. */
  readonly isEachFromBelow?: boolean
  /** A count to compare with, dashed from edge to edge. */
  readonly beside?: number | undefined
}

/** Counts over time as areas, one on the other or each from the axis, with the time below. */
export function Steps(props: StepsProps): ReactNode {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const measure = useMeasure()
  const zone = useZone()
  const { bands, steps, from, to, as, hasAxis = false, labels = [], peaks = [], until = to } = props
  const { between = 'stays', edge, beside, isEachFromBelow, areas = [] } = props
  const points = useMemo(() => {
    const at = (step: number) => ({ at: Math.max(from, steps[step] ?? from), step })
    const all = [...steps.keys()].map(at)
    return between === 'stays' ? [...all, { at: until, step: steps.length - 1 }] : all
  }, [steps, from, until, between])
  const stroke =
    edge === undefined
      ? { stroke: 'var(--bg)', strokeWidth: 1 }
      : { stroke: 'var(--m-4)', strokeWidth: 1.5, ...(edge === 'dashed' && { strokeDasharray: '3 2' }) }
  return (
    <div
      ref={box}
      className={styles.chart}
      {...(as === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': as.name })}
      style={as && { position: 'relative', height: as.height }}
    >
      {/* Its labels are to be read on the areas: these are drawn before their place is measured, too. */}
      <ResponsiveContainer width="100%" height="100%" initialDimension={GUESSED}>
        <AreaChart data={points} margin={NO_MARGIN} accessibilityLayer={false}>
          <Patterns id={id} looks={[...bands.map(({ look }) => look), ...areas.map(({ look }) => look)]} />
          {axesOf({ ...props, ticks: hasAxis ? ticksOf(props, zone, width, measure) : [] })}
          {bands.map(({ name, look, counts }) => (
            <Area
              key={name}
              dataKey={({ step }: { readonly step: number }) => counts[step] ?? 0}
              name={name}
              type={between === 'stays' ? 'stepAfter' : 'linear'}
              {...(!isEachFromBelow && { stackId: 'bands' })}
              {...stroke}
              {...paintOf(look, id)}
              fillOpacity={1}
              isAnimationActive={false}
              activeDot={false}
            />
          ))}
          {beside !== undefined && <ReferenceLine y={beside} stroke="var(--ink-2)" strokeDasharray="3 2" />}
          {marksOf(props, id)}
        </AreaChart>
      </ResponsiveContainer>
      {labels.map(({ strong, text, color, side, inset, middle }) => (
        <span
          key={`${side} ${inset} ${middle}`}
          className={styles.label}
          data-side={side}
          style={{ [side === 'start' ? 'left' : 'right']: `${inset}%`, bottom: `${middle}%`, color }}
        >
          <b>{strong}</b> {text}
        </span>
      ))}
      {placedPeaks(peaks, props, width, measure).map(({ strong, text, left, above }) => (
        <span
          key={left}
          className={styles.peak}
          style={{ left, bottom: hasAxis ? `calc(${above}% + ${AXIS_HEIGHT * (1 - above / 100)}px)` : `${above}%` }}
        >
          <b>{strong}</b> {text}
        </span>
      ))}
    </div>
  )
}

/** As many ticks as have room; none beside the word for now. */
function ticksOf(
  { from, to, now, nowText }: StepsProps,
  zone: string,
  width: number,
  measure: MeasureText,
): readonly PlotTick[] {
  const own = now === undefined || nowText === undefined ? [] : [{ at: now, text: nowText, look: 'strong' as const }]
  const taken = own.map(({ at, text }) => nowLineAt(((at - from) / (to - from)) * width, measure(`${text} `, 11, 600)))
  return [
    ...own,
    ...fittedTicks({ from, to }, width, measure, offsetAtOf(zone), taken)
      .filter(({ label }) => label !== '')
      .map(({ at, label, year }) => ({ at, text: label, look: year ? ('strong' as const) : ('line' as const) })),
  ]
}

/**
 * The places of peaks, in pixels and in percent of the plot: each off the line of now and off those before it, above every count that it
 * stands over.
 */
function placedPeaks(
  peaks: readonly CountWords[],
  { bands, steps, from, to, top, now, until = to, between }: StepsProps,
  width: number,
  measure: MeasureText,
) {
  const pixel = (at: number) => ((at - from) / (to - from)) * width
  const taken: PixelRange[] = now === undefined ? [] : [{ left: pixel(now) - 3, right: pixel(now) + 8 }]
  return peaks.flatMap(({ at, count, strong, text = '', isEnd = false }) => {
    const size = measure(`${strong} ${text}`, 12) + PEAK_ROOM
    const left = freePlace(Math.max(0, pixel(at) - (isEnd ? size : 0)), width, size, isEnd ? [] : taken)
    if (left === null) return []
    taken.push({ left, right: left + size })
    const under = steps.flatMap((step, i) => {
      const [begin, end] = [pixel(step), pixel(steps[i + 1] ?? until)]
      if (begin >= left + size || end <= left) return []
      // A count that grows has grown by then.
      const share = between === 'grows' ? Math.min(1, (left + size - begin) / (end - begin)) : 0
      return bands.map(({ counts }) => (counts[i] ?? 0) * (1 - share) + (counts[i + 1] ?? counts[i] ?? 0) * share)
    })
    return [{ strong, text, left, above: (Math.max(count, ...under) / top) * 100 }]
  })
}

/** Beside the words of a count, in pixels. */
const PEAK_ROOM = 12
