import type { ReactNode } from 'react'
import type { SegmentLook } from './layout'
import { Fill } from './parts'
import styles from './timeline.module.css'

/** What a look means, in a legend: the segment small, then its word. */
export function LegendItem({ look }: { look: SegmentLook | 'expiry' }): ReactNode {
  return (
    <span className={styles.legendItem}>
      {look === 'expiry' ? (
        <span className={styles.swatchFlag}>
          <span className={styles.flag} />
        </span>
      ) : (
        <span className={styles.swatch}>
          <span className={styles.segment} data-look={look}>
            <Fill look={look} start="sharp" end="sharp" />
          </span>
        </span>
      )}
      {look}
    </span>
  )
}

export function Legend({
  looks,
  children,
}: {
  looks: readonly (SegmentLook | 'expiry')[]
  children?: ReactNode
}): ReactNode {
  return (
    <div className={styles.legend}>
      {looks.map((look) => (
        <LegendItem key={look} look={look} />
      ))}
      {children}
    </div>
  )
}
