'use client'

import { type ReactNode, useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import type { PolicyProblemBody } from '@/lib/contract/common'
import { POLICY_LENGTH } from '@/lib/contract/words'
import { problemText } from '@/lib/words/policy'
import { type Piece, piecesOf } from './highlight'
import styles from './policy.module.css'

interface PolicyEditorProps {
  readonly text: string
  readonly problems: readonly PolicyProblemBody[]
  /** What a problem of the whole is about. */
  readonly whole: 'text' | 'file'
  readonly onChange: (text: string) => void
}

/** As the server sends it: looks are for eyes, and a text out of a link is none of the server's work. */
const plain = (text: string): readonly Piece[] => [{ look: 'plain', text }]

/** The policy as text, with numbered lines; what is wrong is said below, on its line and for readers of the screen. */
export function PolicyEditor({ text, problems, whole, onChange }: PolicyEditorProps): ReactNode {
  const id = useId()
  const pieces = useIsInBrowser() ? piecesOf : plain
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
                <span>
                  {pieces(line).map((piece) => (
                    <span key={piece.look} data-look={piece.look}>
                      {piece.text}
                    </span>
                  ))}
                </span>
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
      <ul className={styles.problems} id={id} aria-live="polite">
        {problems.map((problem) => (
          <li key={`${problem.path}/${problem.line}`}>
            <Icon name="stop" />
            {problemText(problem, whole)}
          </li>
        ))}
      </ul>
    </>
  )
}
