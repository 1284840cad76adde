'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Next to the title. */
  readonly note?: ReactNode
  /** Without a visible head: the title is only read out. */
  readonly bare?: boolean
  readonly wide?: boolean
  /** `right`: narrow, under the clock and the menu. */
  readonly place?: 'middle' | 'right'
}

/**
 * A native modal dialog: mounted is open. The element with `data-first` gets the focus. It keeps focus inside, closes with
 * Esc or a click beside it, and gives focus back to what opened it.
 */
export function Dialog({ title, onClose, children, note, bare = false, wide = false, place = 'middle' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    dialog.showModal()
    // Not the close button, which the browser would take.
    const first = dialog.querySelector<HTMLElement>('[data-first]') ?? dialog
    first.focus()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    // The click beside it is for the pointer; Esc does the same for the keyboard.
    <dialog
      ref={ref}
      tabIndex={-1}
      className={[styles.dialog, wide ? styles.wide : '', place === 'right' ? styles.right : '']
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.inside}>
        {bare ? (
          <h2 id={id} className="visually-hidden">
            {title}
          </h2>
        ) : (
          <div className={`section-head ${styles.head}`}>
            <h2 id={id}>{title}</h2>
            {note ? <span className="faint">{note}</span> : null}
            <span className="grow" />
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
        )}
        {children}
      </div>
    </dialog>
  )
}
