'use client'

import { type ReactNode, useState } from 'react'
import styles from './parts.module.css'

interface FoldProps {
  /** What is in it. */
  readonly summary: string
  /** Whether it begins open, as an address may ask for it. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part that is rarely needed: it is drawn, and asks, once it is opened. */
export function Fold({ summary, isOpen: begins = false, children }: FoldProps): ReactNode {
  const [isOpen, setOpen] = useState(begins)
  return (
    <details className={styles.fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? children : null}
    </details>
  )
}
