'use client'

import { type ReactNode, useId } from 'react'
import type { PolicyProblemBody } from '@/lib/contract/common'
import { POLICY_LENGTH } from '@/lib/contract/words'
import { problemText } from '@/lib/words/policy'
import { Icon } from '../ui/icon'
import styles from './policy.module.css'

interface PolicyEditorProps {
  readonly text: string
  readonly problems: readonly PolicyProblemBody[]
  /** What a problem of the whole is about. */
  readonly whole: 'text' | 'file'
  readonly onChange: (text: string) => void
}

/** The policy as text, with numbered lines; what is wrong is said below, on its line and for readers of the screen. */
export function PolicyEditor({ text, problems, whole, onChange }: PolicyEditorProps): ReactNode {
  const id = useId()
  const wrong = new Set(problems.map(({ line }) => line))
  const lines = text.split('\n')
  return (
    <>
      <div className={styles.yaml} data-wrong={problems.length > 0 || undefined}>
        <div className={styles.lines} aria-hidden>
          {lines.map((line, index) => {
            const number = index + 1
            return (
              <div key={number} data-wrong={wrong.has(number) || undefined}>
                <i>{number}</i>
                <span>{line}</span>
              </div>
            )
          })}
        </div>
        <textarea
          value={text}
          onChange={(event) => onChange(event.target.value)}
          aria-label="Policy, YAML"
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? id : undefined}
          rows={lines.length}
          maxLength={POLICY_LENGTH}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
        />
      </div>
      <ul className="lines small bad" id={id} aria-live="polite">
        {problems.map((problem) => (
          <li key={`${problem.path}/${problem.line}`}>
            <Icon name="stop" /> <span>{problemText(problem, whole)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
