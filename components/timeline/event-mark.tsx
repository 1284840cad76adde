import type { ReactNode } from 'react'
import { css, percentAt, type TimeRange } from './scale'
import styles from './timeline.module.css'

/** A diamond on a lane; `children` is its glyph. `size` in pixels, from `diamondSize` when marks stand for many clusters. */
export function EventMark({
  at,
  range,
  name,
  size = 16,
  children,
}: {
  readonly at: number
  readonly range: TimeRange
  readonly name: string
  readonly size?: number
  readonly children: ReactNode
}): ReactNode {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={styles.event}
      style={{ left: css(percentAt(range, at)), width: size, height: size }}
    >
      {children}
    </span>
  )
}
