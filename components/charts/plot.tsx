import type { ReactNode } from 'react'
import { ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts'
import { type CountLook, paintOf } from './count-looks'

/** What the charts have in common: a scale that is given to them, and marks of time over what is counted. */
export interface PlotProps {
  /** The instants at the left and the right edge. */
  readonly from: number
  readonly to: number
  /** The count at the upper edge. */
  readonly top: number
  /** Words below; without any there is no axis. */
  readonly ticks?: readonly PlotTick[]
  /** Over what is counted: `past` shades it, `hatched` says that nothing is known. */
  readonly areas?: readonly { readonly from: number; readonly to: number; readonly look: 'past' | 'hatched' }[]
  readonly now?: number | undefined
}

export interface PlotTick {
  readonly at: number
  readonly text: string
  /** Bold, and from its place on; others with a line begin there as well. */
  readonly look?: 'strong' | 'line'
}

/** The size before a plot is measured. */
export const GUESSED = { width: 480, height: 100 }
export const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }
export const AXIS_HEIGHT = 18

/** The two axes; a second scale along the same time lets what was expected stand behind what is counted. */
export function axesOf({ from, to, top, ticks = [] }: PlotProps, also?: string): ReactNode {
  const words = new Map(ticks.map((tick) => [tick.at, tick]))
  return [
    <XAxis
      key="x"
      dataKey="at"
      type="number"
      domain={[from, to]}
      allowDataOverflow
      hide={ticks.length === 0}
      height={AXIS_HEIGHT}
      ticks={ticks.map(({ at }) => at)}
      interval={0}
      tickLine={false}
      axisLine={{ stroke: 'var(--ctl)' }}
      tick={({ x, y, payload }) => <TickText tick={words.get(payload.value)} x={Number(x)} y={Number(y)} />}
    />,
    also !== undefined && (
      <XAxis key={also} xAxisId={also} dataKey="at" type="number" domain={[from, to]} allowDataOverflow hide />
    ),
    <YAxis key="y" domain={[0, top]} allowDataOverflow hide />,
  ]
}

interface TickTextProps {
  readonly tick: PlotTick | undefined
  readonly x: number
  readonly y: number
}

function TickText({ tick, x, y }: TickTextProps): ReactNode {
  if (tick === undefined) return <g />
  const { text, look } = tick
  const top = y - 8
  return (
    <g data-look={look}>
      {look === undefined ? null : <path d={`M${x} ${top}v${AXIS_HEIGHT - 2}`} />}
      <text x={look === undefined ? x : x + 4} y={top + 13} textAnchor={look === undefined ? 'middle' : 'start'}>
        {text}
      </text>
    </g>
  )
}

/** Over what is counted. */
export function marksOf({ areas = [], now }: PlotProps, id: string): ReactNode {
  return [
    ...areas.map(({ from, to, look }) => (
      <ReferenceArea
        key={`${look} ${from}`}
        x1={from}
        x2={to}
        {...paintOf(look satisfies CountLook, id)}
        fillOpacity={1}
      />
    )),
    now !== undefined && <ReferenceLine key="now" x={now} stroke="var(--ink)" strokeWidth={1.5} />,
  ]
}
