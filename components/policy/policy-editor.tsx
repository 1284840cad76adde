'use client'

import { type ReactNode, useId } from 'react'
import type { PolicyProblemBody } from '@/lib/contract/common'
import { POLICY_LENGTH } from '@/lib/contract/words'
import { problemText } from '@/lib/words/policy'
import { Icon } from '../ui/icon'
import { useIsInBrowser } from '../ui/lazy-part'
import styles from './policy.module.css'

interface PolicyEditorProps {
  readonly text: string
  readonly problems: readonly PolicyProblemBody[]
  /** What a problem of the whole is about. */
  readonly whole: 'text' | 'file'
  readonly onChange: (text: string) => void
}

/** As the server sends it: looks are for eyes, and a text out of a link is none of the server's work. */
const plain = (text: string): readonly YamlLinePiece[] => [{ look: 'plain', text }]

/** The policy as text, with numbered lines; what is wrong is said below, on its line and for readers of the screen. */
export function PolicyEditor({ text, problems, whole, onChange }: PolicyEditorProps): ReactNode {
  const id = useId()
  const pieces = useIsInBrowser() ? yamlPieces : plain
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

/** Pieces of a YAML line: what is a comment, what is a value, and the rest. */
export interface YamlLinePiece {
  readonly look: 'comment' | 'value' | 'plain'
  readonly text: string
}

/** A longer line has no colours: they would not help to read it. */
const LONGEST = 500

/** Good enough to read by, for short configurations; what it does not know is plain. */
export function yamlPieces(line: string): readonly YamlLinePiece[] {
  if (line.length > LONGEST) return [{ look: 'plain', text: line }]
  const comment = commentStart(line)
  const body = line.slice(0, comment)
  const value = valueStart(body)
  const pieces: YamlLinePiece[] = [
    { look: 'plain', text: body.slice(0, value) },
    { look: 'value', text: body.slice(value) },
    { look: 'comment', text: line.slice(comment) },
  ]
  return pieces.filter(({ text }) => text !== '')
}

/** A `#` begins a comment at the start of the line and after white space, which belongs to it, but not within quotes. */
function commentStart(line: string): number {
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (letter === '#' && at === 0) return 0
    if (letter === '#' && line.charAt(at - 1).trim() === '') return at - 1
    const isQuote = letter === '"' || letter === "'"
    const close = isQuote ? line.indexOf(letter, at + 1) : -1
    if (close !== -1) at = close
  }
  return line.length
}

/** Where the number, date or quoted text begins that follows a key; the end if there is none. */
function valueStart(body: string): number {
  const start = body.length - body.trimStart().length
  const key = body.startsWith('- ', start) ? start + 2 : start
  const colon = body.indexOf(':', key)
  const rest = body.slice(colon + 1)
  const blank = rest.length - rest.trimStart().length
  const hasKey = colon > key && /^[\w.-]+$/.test(body.slice(key, colon))
  return hasKey && blank > 0 && /^[\d"'-]/.test(rest.slice(blank)) ? colon + 1 + blank : body.length
}
