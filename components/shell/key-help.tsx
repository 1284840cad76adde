'use client'

import { usePreferences } from '@/lib/browser/preferences-context'
import { Dialog } from '../ui/dialog'
import styles from './overlays.module.css'
import { SECTIONS } from './sections'
import { useShell } from './shell-context'

interface KeyLine {
  readonly what: string
  readonly keys: readonly string[]
}

const EVERYWHERE: readonly KeyLine[] = [
  { what: 'Find', keys: ['/', 'Ctrl K'] },
  ...SECTIONS.map((section) => ({ what: section.name, keys: ['g', section.key] })),
  { what: 'Tonight', keys: ['g', 't'] },
  { what: 'Pin the clock', keys: ['p'] },
  { what: 'This list', keys: ['?'] },
]
const ROWS: readonly KeyLine[] = [
  { what: 'Next, previous', keys: ['j', 'k'] },
  { what: 'Expand', keys: ['Enter'] },
  { what: 'Close', keys: ['Esc'] },
  { what: 'Filter', keys: ['f'] },
]
const CHARTS: readonly KeyLine[] = [
  { what: 'Chart or table', keys: ['t'] },
  { what: '3 months, 6 months, 1 year, all', keys: ['1', '2', '3', '0'] },
  { what: 'Earlier, later', keys: ['[', ']'] },
  { what: 'To now', keys: ['n'] },
  { what: 'Inside a chart', keys: ['←', '→'] },
]
const DRAFTS: readonly KeyLine[] = [
  { what: 'Undo, redo', keys: ['u', 'r'] },
  { what: 'Move an edit up, down', keys: ['Alt ↑', 'Alt ↓'] },
  { what: 'Move an expiry by a day, a week', keys: ['→', 'Shift →'] },
]

/** All keys, and the switch for those who need single keys off. */
export function KeyHelp() {
  const { close } = useShell()
  const { keys, setKeys } = usePreferences()
  return (
    <Dialog title="Keys" onClose={close} padded>
      <div className={styles.keys}>
        <div>
          <KeyList title="Everywhere" lines={EVERYWHERE} />
          <KeyList title="Drafts of edits" lines={DRAFTS} />
        </div>
        <div>
          <KeyList title="Charts and timelines" lines={CHARTS} />
          <KeyList title="Rows" lines={ROWS} />
        </div>
      </div>
      <label className="choice">
        <input type="checkbox" checked={keys} onChange={(event) => setKeys(event.target.checked)} />
        Single keys work on every page
      </label>
    </Dialog>
  )
}

function KeyList({ title, lines }: { readonly title: string; readonly lines: readonly KeyLine[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl className="lines note">
        {lines.map((line) => (
          <div key={line.what}>
            <dt>{line.what}</dt>
            <dd>
              {line.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
