import { utcMonth } from 'd3-time'
import { type CSSProperties, createElement, type ReactElement, type ReactNode } from 'react'
import { DAY, MONTHS } from '@/lib/engine/time'
import type { Instant, Period } from '@/lib/engine/types'
import { processWide } from '@/lib/process/kept'

type Png = Uint8Array<ArrayBuffer>

/** Draws a picture. It takes more than a second, and uses the font that comes with the drawer: nothing is loaded from anywhere. */
export async function picturePng(picture: ReactElement): Promise<Png> {
  const drawer = processWide('drawer', (): { draw: ReturnType<typeof loaded> | null } => ({ draw: null }))
  drawer.draw ??= loaded().catch((error) => {
    drawer.draw = null
    throw error
  })
  const draw = await drawer.draw
  return draw(picture, PICTURE)
}

/**
 * Loads the drawer. It is large, and few pages are looked at in a message. It loads most of itself with its first picture: that is an
 * empty one.
 */
async function loaded() {
  const { ImageResponse } = await import('next/og')
  const draw = async (picture: ReactElement, size: { readonly width: number; readonly height: number }): Promise<Png> =>
    new Uint8Array(await new ImageResponse(picture, size).arrayBuffer())
  await draw(createElement('div'), { width: 1, height: 1 })
  return draw
}

/** The size in which programs for messages show pictures. */
export const PICTURE = { width: 1200, height: 630 } as const

/** The light theme: a message is read on whatever ground, and the picture has its own. */
export const INKS = {
  ground: '#fcfcfb',
  ink: '#191b1f',
  quiet: '#5b5f66',
  line: '#d9dad7',
  forced: '#191b1f',
  fails: '#a3203a',
  auto: '#1c59b8',
  bar: '#2a4d7a',
} as const

/** The fills and edges of stages, with the letters on them. */
export const STAGE_INKS: Readonly<
  Record<string, { readonly fill: string; readonly edge: string; readonly ink: string }>
> = {
  supported: { fill: '#cfe9de', edge: '#3d9b7c', ink: '#0d5c45' },
  deprecated: { fill: '#fdf3dc', edge: '#b07d1c', ink: '#7a4c05' },
  expired: { fill: '#f6d5db', edge: '#a3203a', ink: '#a3203a' },
  preview: { fill: '#e3e9f8', edge: '#4f6fb5', ink: '#2b4a8c' },
}
export const OTHER_STAGE = { fill: '#eeeeec', edge: '#9a9da2', ink: '#5b5f66' } as const

/** A box as the drawer wants it: every one that holds more than one thing must say how they lie. */
export function Box({ children, ...style }: CSSProperties & { readonly children?: ReactNode }): ReactElement {
  return <div style={{ display: 'flex', ...style }}>{children}</div>
}

/** Placed by pixels. */
export function At({ x, y, children, ...style }: CSSProperties & { x: number; y: number; children?: ReactNode }) {
  return (
    <Box position="absolute" left={x} top={y} {...style}>
      {children}
    </Box>
  )
}

export interface PictureShape {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill: string
  readonly edge?: string
  readonly radius?: number
}

/** Rectangles with nothing in them, as one drawing: to lay out a box for each takes the drawer far longer. They begin and end at pixels. */
export function Shapes({ shapes }: { readonly shapes: readonly PictureShape[] }) {
  const whole = { width: PICTURE.width, height: PICTURE.height }
  return (
    <svg {...whole} style={{ position: 'absolute', left: 0, top: 0 }} aria-hidden="true">
      {shapes.map((shape) => {
        const { fill, edge, radius = 0 } = shape
        // An edge is drawn along its middle.
        const inset = edge === undefined ? 0 : 0.5
        const [x, y] = [Math.round(shape.x), Math.round(shape.y)]
        const [right, bottom] = [Math.round(shape.x + shape.width), Math.round(shape.y + shape.height)]
        return (
          <rect
            key={`${shape.x} ${shape.y}`}
            x={x + inset}
            y={y + inset}
            width={Math.max(0, right - x - 2 * inset)}
            height={Math.max(0, bottom - y - 2 * inset)}
            rx={radius}
            fill={fill}
            stroke={edge ?? 'none'}
          />
        )
      })}
    </svg>
  )
}

interface FrameProps {
  readonly title: string
  readonly sentence: string
  /** What it is computed from. */
  readonly ground: string
  readonly children: ReactNode
}

/** The title, one sentence, the picture, and what it is computed from. */
export function Frame({ title, sentence, ground, children }: FrameProps) {
  return (
    <Box width="100%" height="100%" background={INKS.ground} color={INKS.ink} position="relative">
      <At x={56} y={44} fontSize={48}>
        {shortenedToWidth(title, 44)}
      </At>
      <At x={56} y={112} width={1088} fontSize={28} color={INKS.quiet}>
        {shortenedToWidth(sentence, 150)}
      </At>
      {children}
      <At x={56} y={572} fontSize={20} color={INKS.quiet}>
        {ground}
      </At>
      <At x={1040} y={572} fontSize={20} color={INKS.quiet}>
        Almanac
      </At>
    </Box>
  )
}

export function shortenedToWidth(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** The drawer would ask others for letters that its own font has not: only such as it has are drawn. */
export function drawable(text: string): string {
  return text
    .replaceAll('→', 'to')
    .replaceAll('−', '-')
    .replaceAll(/[^\x20-\x7e–…·]/g, '?')
}

interface MonthsProps {
  readonly range: Period
  readonly x: (instant: Instant) => number
  readonly top: number
  readonly bottom: number
}

/** A line for every month that begins within the range, in UTC. */
export function Months({ range, x, top, bottom }: MonthsProps) {
  const shown = utcMonth.range(new Date(range.from + 1), new Date(range.to - 15 * DAY)).map(Number)
  return (
    <Box>
      <Shapes
        shapes={shown.map((month) => ({ x: x(month), y: top, width: 1, height: bottom - top, fill: INKS.line }))}
      />
      {shown.map((month) => (
        <At key={month} x={x(month) + 6} y={top} fontSize={16} color={INKS.quiet}>
          {MONTHS[new Date(month).getUTCMonth()]}
        </At>
      ))}
    </Box>
  )
}
