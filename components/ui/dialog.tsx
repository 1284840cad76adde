'use client'

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { capitalized } from '@/lib/words/phrases'
import { Button, Checkbox, IconButton, withTicked } from './button'
import styles from './controls.module.css'
import { SectionHead } from './section'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Next to the title. */
  readonly note?: ReactNode
  /** Without a visible head: the title is only read out. */
  readonly bare?: boolean
  /** What is in it reaches to the edges. */
  readonly flush?: boolean
  /** `right`: narrow, under the clock and the menu. */
  readonly look?: 'wide' | 'right'
}

/**
 * A native modal dialog: mounted is open. The element with `data-first` gets the focus. It keeps focus inside, closes with
 * Esc or a click beside it, and gives focus back to what opened it.
 */
export function Dialog({ title, onClose, children, note, bare = false, flush = bare, look }: DialogProps) {
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
      className={look === undefined ? styles.dialog : `${styles.dialog} ${styles[look]}`}
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
          <SectionHead
            id={id}
            title={title}
            note={note}
            className={styles.head}
            actions={<IconButton icon="close" label="Close" onClick={onClose} />}
          />
        )}
        {flush ? children : <div className={styles.body}>{children}</div>}
      </div>
    </dialog>
  )
}

interface ConfirmFormProps {
  readonly name: string
  /** What must be typed; null: nothing. */
  readonly typing: string | null
  /** Why, as a clause: `3 more clusters get stuck`; not where `reasons` are ticked. */
  readonly because?: string
  /** What is confirmed one by one, as sentences. */
  readonly reasons?: readonly string[]
  readonly isPending: boolean
  /** Something else has to be filled in first. */
  readonly isIncomplete?: boolean
  /** Called with what was typed. */
  readonly onConfirm: (typed: string) => void
  readonly onCancel: () => void
  /** What is known beside it. */
  readonly children: ReactNode
}

/** Sends edits in earnest, once that is confirmed. */
export function ConfirmForm(props: ConfirmFormProps): ReactNode {
  const {
    name,
    typing,
    because = '',
    reasons = [],
    isPending,
    isIncomplete = false,
    onConfirm,
    onCancel,
    children,
  } = props
  const [typed, setTyped] = useState('')
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const isTicked = reasons.every((reason) => confirmed.includes(reason))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(typed)
  }
  return (
    <form onSubmit={submit}>
      {reasons.length > 0 && (
        <fieldset className={styles.reasons}>
          <legend className="bold">{reasons.length === 1 ? 'Confirm this' : `Confirm these ${reasons.length}`}</legend>
          {reasons.map((reason, i) => (
            <Checkbox
              key={reason}
              isOn={confirmed.includes(reason)}
              isFirst={i === 0}
              onChange={(isOn) => setConfirmed(withTicked(confirmed, reason, isOn))}
            >
              {reason}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {typing !== null && (
        <label className={styles.ask}>
          {reasons.length > 0 ? 'Then type' : `${capitalized(because)}. Type`} <b>{typing}</b> to confirm.
          <input
            data-first={reasons.length === 0 || undefined}
            type="text"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      <div className={`bar ${styles.ends}`}>
        <p className="note">{children}</p>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          data-first={(typing === null && reasons.length === 0) || undefined}
          disabled={isPending || isIncomplete || !isTicked || (typing !== null && typed.trim() !== typing)}
        >
          {isPending ? 'Applying' : `Apply to ${name}`}
        </Button>
      </div>
    </form>
  )
}
