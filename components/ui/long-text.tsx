'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import styles from './parts.module.css'

interface LongTextProps {
  /** Where links lead that refer to it. */
  readonly id?: string
  /** Whether somebody was led to it, and wants to read all of it. */
  readonly isAsked?: boolean
  readonly children: ReactNode
}

/** A text of others, of any length: three lines of it, and all of it on request. */
export function LongText({ id, isAsked = false, children }: LongTextProps): ReactNode {
  const text = useRef<HTMLSpanElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isWhole = isOpen || isAsked
  useEffect(() => {
    const element = text.current
    if (element === null || isWhole) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole])
  return (
    <span id={id} className={styles.long} tabIndex={id === undefined ? undefined : -1}>
      <span ref={text} className={isWhole ? undefined : styles.cut}>
        {children}
      </span>
      {isCut && !isAsked ? (
        <Button look="quiet" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      ) : null}
    </span>
  )
}
