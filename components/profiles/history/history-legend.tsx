import type { ReactNode } from 'react'
import styles from './history.module.css'

/** The marks that only a history has. */
export function HistoryLegend(): ReactNode {
  return (
    <>
      <span>
        <GhostFlag height={14} />
        where it stood before
      </span>
      <span>
        <span className={styles.hatched} />
        not recorded
      </span>
    </>
  )
}

/** Where an expiry stood before: hollow, on a dashed pole. */
export function GhostFlag({ height = 24 }: { readonly height?: number }): ReactNode {
  return (
    <svg className={styles.ghostFlag} width="9" height={height} aria-hidden="true">
      <path d="M.6 0V24" strokeDasharray="2 2" />
      <path d="M.6 1.6L7.6 5.4 .6 9.2z" />
    </svg>
  )
}
