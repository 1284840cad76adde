'use client'

import { type ReactElement, type ReactNode, useId, useMemo } from 'react'
import { Bar, ComposedChart, LabelList, Line, ResponsiveContainer } from 'recharts'
import styles from './charts.module.css'
import { type CountLook, Patterns, paintOf } from './count-looks'
import { axesOf, GUESSED, marksOf, NO_MARGIN, type PlotProps } from './plot'

export interface BarColumn {
  /** The middle of the column. */
  readonly at: number
  /** One per series, from the bottom to the top; null: not known. */
  readonly counts: readonly (number | null)[]
  /** What was expected, or was before, dashed beside it. */
  readonly other?: number
  /** Stands over it, and what stands at the height of the other. */
  readonly figure?: string
  readonly otherFigure?: string
  readonly look?: 'chosen' | 'zero' | undefined
}

export interface BarsProps extends PlotProps {
  /** The series from the bottom to the top. */
  readonly series: readonly CountLook[]
  readonly columns: readonly BarColumn[]
  /** The width in pixels. */
  readonly width: number
  readonly otherWidth?: number
  /** Figures stand right of the bars instead of over them. */
  readonly isBeside?: boolean
}

/** Counts per day, week or month, as bars of stacked parts. Fills its parent, which says in words what they are. */
export function Bars(props: BarsProps): ReactNode {
  const id = useId()
  const { series, columns, width, otherWidth = width, isBeside = false, areas = [] } = props
  const hasOther = columns.some(({ other = 0 }) => other > 0)
  const data = useMemo(() => [...columns], [columns])
  return (
    <div className={styles.chart} aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%" initialDimension={GUESSED}>
        <ComposedChart data={data} margin={NO_MARGIN} accessibilityLayer={false}>
          <Patterns id={id} looks={[...series, ...areas.map(({ look }) => look)]} />
          {axesOf(props, 'other')}
          {hasOther && (
            <Bar
              dataKey="other"
              xAxisId="other"
              barSize={otherWidth}
              isAnimationActive={false}
              {...paintOf('dashed', id)}
            />
          )}
          {series.map((look, index) => (
            <Bar
              key={look}
              dataKey={(column: BarColumn) => column.counts[index] ?? 0}
              stackId="counts"
              barSize={width}
              isAnimationActive={false}
              {...paintOf(look, id)}
            />
          ))}
          {/* A column of nothing has a figure, too: it hangs on a line that is not drawn. Where there is one column alone, recharts
              draws a dot even without `dot`. */}
          {FIGURES.map(({ name, heightOf }) => (
            <Line
              key={name}
              dataKey={heightOf}
              stroke="none"
              dot={{ r: 0 }}
              activeDot={false}
              isAnimationActive={false}
            >
              <LabelList content={figuresOf(columns, name, isBeside ? otherWidth / 2 : undefined)} />
            </Line>
          ))}
          {marksOf(props, id)}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}

const FIGURES = [
  {
    name: 'figure',
    heightOf: ({ counts }: BarColumn) => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
  },
  { name: 'otherFigure', heightOf: ({ other = 0 }: BarColumn) => other },
] as const

/** Pixels. */
const HALF_DIGIT = 3.2

interface BarPlace {
  readonly x?: number | string | undefined
  readonly y?: number | string | undefined
  readonly index?: number | undefined
}

function figuresOf(columns: readonly BarColumn[], name: 'figure' | 'otherFigure', aside: number | undefined) {
  return function Figure({ x, y, index = 0 }: BarPlace): ReactElement {
    const { [name]: text, look } = columns[index] ?? {}
    if (!text) return <g />
    // Over the first column it begins where the chart does: half of it would be cut off.
    const isCut = Number(x) < text.length * HALF_DIGIT
    const place =
      aside === undefined
        ? { x: isCut ? 0 : x, y: Number(y) - 3, textAnchor: isCut ? ('start' as const) : ('middle' as const) }
        : { x: Number(x) + aside + 3, y: Number(y) + (name === 'figure' ? -2 : 9), textAnchor: 'start' as const }
    return (
      <text {...place} data-look={name === 'figure' ? look : 'zero'}>
        {text}
      </text>
    )
  }
}
