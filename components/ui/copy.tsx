'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { type AnswerTimes, addressText, linkTo } from '@/lib/browser/at'
import { patchSearch, type SearchPatch } from '@/lib/browser/url-state'
import { Button, type ButtonLook } from './button'
import styles from './parts.module.css'

const SHOWN_MS = 1600

type CopyButtonProps = ButtonLook & {
  /** A function is asked when the button is pressed. */
  readonly text: string | (() => string)
  readonly label?: string
}

/** Copies text and says so, also to who cannot see it. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label = 'Copy', ...look } = props
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = () => {
    copyText(typeof text === 'string' ? text : text()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  const word = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Not copied' : label
  return (
    <Button icon={outcome === 'copied' ? 'check' : 'copy'} {...look} onClick={copy}>
      {word}
      <span className="visually-hidden" role="status">
        {outcome === 'idle' ? '' : word}
      </span>
    </Button>
  )
}

/** The clipboard is only there on HTTPS and localhost; elsewhere the older way still works. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  copyTheOlderWay(text)
}

/** Copies by way of a field that is not seen; throws when the browser does not do it. */
function copyTheOlderWay(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (!copied) throw new Error('not copied')
}

interface CopyLinkProps {
  /** The answer that is seen; undefined: there is none yet. */
  readonly of: AnswerTimes | undefined
  /** What else of the address depends on now, said in dates. */
  readonly patch?: SearchPatch | undefined
}

/** Copies the address of what is seen, its clock and its data pinned: a user who follows it later sees the same. A phone shares addresses itself. */
export function CopyLink({ of, patch = {} }: CopyLinkProps): ReactNode {
  const link = () => {
    // The address changes without the page being loaded again.
    const { pathname, search, hash } = window.location
    return linkTo(addressText(pathname, patchSearch(new URLSearchParams(search), patch)) + hash, of)
  }
  return (
    <span className="desk">
      <CopyButton icon="link" label="Copy link" text={link} />
    </span>
  )
}

interface CommandBlockProps {
  /** Left out where what folds it says it. */
  readonly title?: ReactNode
  /** The text as it is typed into a shell. */
  readonly text: string
  /** What it does. */
  readonly children: ReactNode
}

/** A command for a shell, whole, with what it does and a button that copies it. */
export function CommandBlock({ title, text, children }: CommandBlockProps) {
  return (
    <div>
      <div className={`bar ${styles.command}`}>
        <div>
          {title === undefined ? null : <h3>{title}</h3>}
          <div className="note">{children}</div>
        </div>
        <CopyButton text={text} look="quiet" small />
      </div>
      <code className="code">{text}</code>
    </div>
  )
}

/** Saves a file that the page made, as the browser saves what it loads. */
export function saveFile(name: string, content: string | Blob, type?: string): void {
  const blob = typeof content === 'string' ? new Blob([content], type === undefined ? {} : { type }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
