'use client'

import { useMemo } from 'react'
import { Area, AreaChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { countText } from '@/lib/words/time-text'
import styles from './charts.module.css'

export interface StepBand {
  readonly minor: string
  /** 0 to 5: `--m-0` to `--m-5`. */
  readonly tint: number
  /** One per step. */
  readonly counts: readonly number[]
}

export interface StepLabel {
  readonly minor: string
  readonly tint: number
  readonly count: number
  readonly side: 'start' | 'end'
  /** Percent of the width, from the side's edge of the plot. */
  readonly inset: number
  /** Percent of the height, from below. */
  readonly middle: number
}

export interface StackedStepsProps {
  /** From the bottom to the top. */
  readonly bands: readonly StepBand[]
  /** When each step begins, in milliseconds. */
  readonly steps: readonly number[]
  readonly from: number
  readonly to: number
  /** The count at the top edge. */
  readonly top: number
  readonly labels: readonly StepLabel[]
}

const GUESSED = { width: 480, height: 280 }
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }

/** Counts over time as stacked areas: steps, not slopes, since a count stays until somebody moves. Fills its parent. */
export function StackedSteps({ bands, steps, from, to, top, labels }: StackedStepsProps) {
  const points = useMemo(
    () =>
      [...steps.keys(), steps.length - 1].map((step, index) => ({
        at: index === steps.length ? to : Math.max(from, steps[step] ?? from),
        ...Object.fromEntries(bands.map((band) => [band.minor, band.counts[step] ?? 0])),
      })),
    [bands, steps, from, to],
  )
  return (
    <div className={styles.chart} aria-hidden="true">
      {/* Its labels are to be read on the areas: these are drawn before their place is measured, too. */}
      <ResponsiveContainer width="100%" height="100%" initialDimension={GUESSED}>
        <AreaChart data={points} margin={NO_MARGIN} accessibilityLayer={false}>
          <XAxis dataKey="at" type="number" domain={[from, to]} hide />
          <YAxis domain={[0, top]} hide />
          {bands.map((band) => (
            <Area
              key={band.minor}
              dataKey={(point: Readonly<Record<string, number>>) => point[band.minor] ?? 0}
              name={band.minor}
              type="stepAfter"
              stackId="minors"
              stroke="var(--bg)"
              strokeWidth={1}
              fill={`var(--m-${band.tint})`}
              fillOpacity={1}
              isAnimationActive={false}
              activeDot={false}
            />
          ))}
        </AreaChart>
      </ResponsiveContainer>
      {labels.map((label) => (
        <span
          key={`${label.minor} ${label.side}`}
          className={styles.label}
          data-side={label.side}
          style={{
            [label.side === 'start' ? 'left' : 'right']: `${label.inset}%`,
            bottom: `${label.middle}%`,
            color: `var(--m-${label.tint}-ink)`,
          }}
        >
          <b>{label.minor}</b> {countText(label.count)}
        </span>
      ))}
    </div>
  )
}
