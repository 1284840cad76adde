'use client'

import { type ReactNode, useId, useMemo } from 'react'
import { Area, AreaChart, ReferenceLine, ResponsiveContainer } from 'recharts'
import styles from './charts.module.css'
import { type Look, Patterns, paintOf } from './looks'
import { axesOf, GUESSED, marksOf, NO_MARGIN, type PlotProps } from './plot'

export interface Band {
  readonly name: string
  readonly look: Look
  /** One per step. */
  readonly counts: readonly number[]
}

export interface Label {
  readonly strong: string
  readonly text: string
  /** Of the text. */
  readonly color?: string
  readonly side: 'start' | 'end'
  /** Percent of the width, from the side's edge of the plot. */
  readonly inset: number
  /** Percent of the height, from below: the middle of the text. */
  readonly middle: number
}

export interface StepsProps extends PlotProps {
  /** From the bottom to the top. */
  readonly bands: readonly Band[]
  /** When each step begins, in milliseconds. */
  readonly steps: readonly number[]
  readonly labels?: readonly Label[]
  /** Until when the last count holds; the right edge where it is not told. */
  readonly until?: number
  /** `stays`: a count stays until somebody moves; `grows`: it goes evenly from each to the next. */
  readonly between?: 'stays' | 'grows'
  /** Over the upper edge of each band, dashed where it is a forecast; without, bands are set apart. */
  readonly edge?: 'solid' | 'dashed'
  /** Each band stands on the axis, over those before it, in place of on top of them. */
  readonly isEachFromBelow?: boolean
  /** A count to compare with, dashed from edge to edge. */
  readonly beside?: number | undefined
}

/** Counts over time as areas, one on the other or each from the axis. Fills its parent, which says in words what they are. */
export function Steps(props: StepsProps): ReactNode {
  const id = useId()
  const {
    bands,
    steps,
    from,
    to,
    labels = [],
    until = to,
    between = 'stays',
    edge,
    beside,
    isEachFromBelow,
    areas = [],
  } = props
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
    <div className={styles.chart} aria-hidden="true">
      {/* Its labels are to be read on the areas: these are drawn before their place is measured, too. */}
      <ResponsiveContainer width="100%" height="100%" initialDimension={GUESSED}>
        <AreaChart data={points} margin={NO_MARGIN} accessibilityLayer={false}>
          <Patterns id={id} looks={[...bands.map(({ look }) => look), ...areas.map(({ look }) => look)]} />
          {axesOf(props)}
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
    </div>
  )
}
