import type { ReactNode } from 'react'
import { HATCHED } from '../../timeline/parts'
import styles from './history.module.css'

/** The marks that only a history has, for its legend. */
export const HISTORY_SIGNS = [
  { sign: <GhostFlag height={14} />, text: 'where it stood before' },
  { sign: HATCHED, text: 'not recorded' },
]

/** The flag at an earlier date of an expiry: hollow, on a dashed pole. */
export function GhostFlag({ height = 24 }: { readonly height?: number }): ReactNode {
  return (
    <svg className={styles.ghostFlag} width="9" height={height} aria-hidden="true">
      <path d="M.6 0V24" strokeDasharray="2 2" />
      <path d="M.6 1.6L7.6 5.4 .6 9.2z" />
    </svg>
  )
}
