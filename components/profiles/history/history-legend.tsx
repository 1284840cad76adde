import type { ReactNode } from 'react'
import { GhostFlag } from './ghost-flag'
import styles from './history.module.css'

/** The marks that only a history has. */
export function HistoryLegend(): ReactNode {
  return (
    <>
      <span className={styles.legendItem}>
        <GhostFlag />
        where it stood before
      </span>
      <span className={styles.legendItem}>
        <span className={styles.hatched} />
        not recorded
      </span>
    </>
  )
}
