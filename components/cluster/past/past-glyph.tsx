import type { ReactNode } from 'react'
import type { PastUpdateBody } from '@/lib/questions/cluster/contract/past'
import styles from './past.module.css'

const FULL = <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="currentColor" />
const OPEN = <path d="M6 1.3L10.7 6 6 10.7 1.3 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.6" />
const HALF = (
  <>
    {OPEN}
    <path d="M6 1.3V10.7L1.3 6z" fill="currentColor" />
  </>
)

const SHAPES: Readonly<Record<PastUpdateBody['cause'], ReactNode>> = {
  forced: FULL,
  auto: OPEN,
  other: OPEN,
  fails: (
    <>
      <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.2" />
      <path d="M4.2 4.2l3.6 3.6M7.8 4.2L4.2 7.8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  'by-hand': HALF,
  'not-recorded': HALF,
}

/** The diamond of what has happened: grey, red where it failed. Its word stands beside it. */
export function PastGlyph({ cause }: { readonly cause: PastUpdateBody['cause'] }) {
  return (
    <svg viewBox="0 0 12 12" className={styles.glyph} data-failed={cause === 'fails' || undefined} aria-hidden="true">
      {SHAPES[cause]}
    </svg>
  )
}
