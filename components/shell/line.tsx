import type { ReactNode } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import styles from './shell.module.css'

interface LineProps {
  readonly look: 'pinned' | 'stale' | 'plain'
  readonly icon: IconName
  /** Read out at once. */
  readonly urgent?: boolean
  readonly children: ReactNode
}

/** A full-width line of notice under the bar. */
export function Line({ look, icon, urgent = false, children }: LineProps) {
  return (
    <div className={`${styles.line} ${styles[look]}`} role={urgent ? 'alert' : undefined}>
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  )
}
