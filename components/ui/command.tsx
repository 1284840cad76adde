import type { ReactNode } from 'react'
import styles from './command.module.css'
import { CopyButton } from './copy-button'

interface CommandProps {
  readonly title: ReactNode
  /** As it is typed into a shell. */
  readonly text: string
  /** What it does. */
  readonly children?: ReactNode
}

/** A command for a shell, whole, with what it does and a button that copies it. */
export function Command({ title, text, children }: CommandProps) {
  return (
    <div className={styles.command}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <CopyButton text={text} look="quiet" small />
      </div>
      {children}
      <code>{text}</code>
    </div>
  )
}
