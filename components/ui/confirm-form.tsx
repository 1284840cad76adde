'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { capitalized } from '@/lib/words/phrases'
import { Button } from './button'
import styles from './dialogs.module.css'

interface ConfirmFormProps {
  readonly name: string
  /** What must be typed; null: nothing. */
  readonly typing: string | null
  /** Why, as a clause: `3 more clusters get stuck`. */
  readonly because: string
  readonly isPending: boolean
  /** Something else has to be filled in first. */
  readonly isIncomplete?: boolean
  /** With what was typed. */
  readonly onConfirm: (typed: string) => void
  readonly onCancel: () => void
  /** What is known beside it. */
  readonly children: ReactNode
}

/** Sends edits in earnest, once that is confirmed. */
export function ConfirmForm(props: ConfirmFormProps): ReactNode {
  const { name, typing, because, isPending, isIncomplete = false, onConfirm, onCancel, children } = props
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(typed)
  }
  return (
    <form onSubmit={submit}>
      {typing !== null && (
        <label className={styles.ask}>
          {capitalized(because)}. Type {typing} to confirm.
          <input
            data-first
            type="text"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      <p className="muted small">{children}</p>
      <div className={styles.buttons}>
        <Button
          type="submit"
          look="primary"
          data-first={typing === null || undefined}
          disabled={isPending || isIncomplete || (typing !== null && typed.trim() !== typing)}
        >
          {isPending ? 'Applying' : `Apply to ${name}`}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
