import { type ReactNode, useId } from 'react'
import styles from './charts.module.css'

/** How a count is drawn: shades of one hue, and patterns and edges where a shade alone would not tell two of them apart. */
export type CountLook =
  | 'm-0'
  | 'm-1'
  | 'm-2'
  | 'm-3'
  | 'm-4'
  | 'm-5'
  | 'bg'
  | 'ink'
  | 'striped'
  | 'hollow'
  | 'failing'
  | 'failed'
  | 'dashed'
  | 'hatched'
  | 'past'

interface CountPaint {
  readonly fill: string
  readonly stroke?: string
  readonly strokeWidth?: number
  readonly strokeDasharray?: string
}

const PATTERNS: { readonly [look in CountLook]?: ReactNode } = {
  striped: (
    <>
      <rect width="6" height="3" fill="var(--m-1)" />
      <rect width="6" height="1" fill="var(--m-3)" />
    </>
  ),
  failed: (
    <>
      <rect width="6" height="6" fill="var(--expired-fill)" />
      <path d="M-1 1L1 -1M0 6L6 0M5 7L7 5" stroke="var(--expired-edge)" strokeWidth="2" />
    </>
  ),
  hatched: <path d="M-1 1L1 -1M0 6L6 0M5 7L7 5" stroke="var(--line-2)" />,
}

/** The paint of what has this look, if `<Patterns id>` is part of the drawing. */
export function paintOf(look: CountLook, id: string): CountPaint {
  if (PATTERNS[look] !== undefined) return { fill: `url(#${id}${look})` }
  if (look === 'hollow') return { fill: 'var(--surface)', stroke: 'var(--m-4)', strokeWidth: 2 }
  if (look === 'failing') return { fill: 'var(--surface)', stroke: 'var(--expired-ink)', strokeWidth: 1.5 }
  if (look === 'dashed') return { fill: 'none', stroke: 'var(--ink-3)', strokeWidth: 1, strokeDasharray: '3 2' }
  return { fill: `var(--${look})` }
}

/** What the patterns of a drawing are made of: part of its `svg`. */
export function Patterns({ id, looks }: { readonly id: string; readonly looks: readonly CountLook[] }): ReactNode {
  return (
    <defs>
      {looks.map((look) =>
        PATTERNS[look] === undefined ? null : (
          <pattern
            key={look}
            id={`${id}${look}`}
            width="6"
            height={look === 'striped' ? 3 : 6}
            patternUnits="userSpaceOnUse"
          >
            {PATTERNS[look]}
          </pattern>
        ),
      )}
    </defs>
  )
}

/** The sign of a look, beside the words for it. */
export function Swatch({ look }: { readonly look: CountLook }): ReactNode {
  const id = useId()
  const { strokeWidth = 0 } = paintOf(look, id)
  const size = 10 - strokeWidth
  return (
    <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
      <Patterns id={id} looks={[look]} />
      <rect x={strokeWidth / 2} y={strokeWidth / 2} width={size} height={size} {...paintOf(look, id)} />
    </svg>
  )
}

/** Shares of a whole, side by side. */
export function Shares({
  parts,
}: {
  readonly parts: readonly { readonly look: CountLook; readonly count: number }[]
}): ReactNode {
  const id = useId()
  const shown = parts.filter(({ count }) => count > 0)
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  const percent = (count: number) => `${(count / total) * 100}%`
  return (
    <svg className={styles.shares} aria-hidden="true">
      <Patterns id={id} looks={shown.map(({ look }) => look)} />
      {shown.map(({ look, count }, index) => (
        <rect
          key={look}
          x={percent(shown.slice(0, index).reduce((sum, one) => sum + one.count, 0))}
          width={percent(count)}
          height="100%"
          {...paintOf(look, id)}
        />
      ))}
    </svg>
  )
}
