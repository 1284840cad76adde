import type { ReactNode } from 'react'
import type { DiffLine } from '@/lib/contract/apply'
import styles from './change.module.css'
import { Scroll } from './data-table'

const SIGNS = { same: ' ', new: '+', gone: '-', gap: '…' } as const
const WORDS = { same: '', new: 'added', gone: 'removed', gap: '' } as const
const LOOKS = { same: 'same', new: 'added', gone: 'removed', gap: 'same' } as const

/** Lines of a manifest that differ, with some around them. */
export function DiffLines({
  label,
  lines,
  isWhole = false,
}: {
  readonly label: string
  readonly lines: readonly DiffLine[]
  /** They are all lines of the manifest, and have their numbers. */
  readonly isWhole?: boolean
}): ReactNode {
  const numbered = lines.map((line, place) => ({ ...line, place }))
  return (
    <Scroll label={label} className={styles.difference}>
      <code>
        {numbered.map(({ place, kind, text }) => (
          <span key={place} data-kind={LOOKS[kind]}>
            {isWhole && <b aria-hidden>{place + 1}</b>}
            <b aria-hidden>{SIGNS[kind]}</b>
            {WORDS[kind] !== '' && <span className="visually-hidden">{WORDS[kind]} </span>}
            {text}
          </span>
        ))}
      </code>
    </Scroll>
  )
}
