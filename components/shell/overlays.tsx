'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useId } from 'react'
import { Link } from '@/components/ui/link'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { ACCOUNT, projectPage, TONIGHT } from '@/lib/browser/paths'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import { usePreferences } from '@/lib/browser/preferences-context'
import { useStatus } from '@/lib/browser/status'
import type { ProblemBody } from '@/lib/contract/common'
import { offsetText } from '@/lib/contract/zone'
import { clockText, countText, ms } from '@/lib/words/time-text'
import { Button, Checkbox } from '../ui/button'
import { CopyButton } from '../ui/copy'
import { RowTable } from '../ui/data-table'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import { keepFocusClear } from '../ui/keep-clear'
import { FindDialog } from './find-dialog'
import { problemsTitle } from './garden-lines'
import { FIND, NEXT_THEME, THEMES } from './header'
import { PinDialog } from './pin-dialog'
import { currentPage, currentSection, SECTIONS, type SiteSection } from './sections'
import styles from './shell.module.css'
import { useShell } from './shell-context'

/** What lies over the page, and the keys that work everywhere. */
export function Overlays() {
  const { overlay, show } = useShell()
  const router = useRouter()
  const moment = useMoment()

  const go = (href: string) => () => router.push(withMoment(href, moment))
  useKeys({
    '/': () => show('find'),
    '?': () => show('keys'),
    p: () => show('pin'),
    'g t': go(TONIGHT),
    ...Object.fromEntries(SECTIONS.map(({ key, href }) => [`g ${key}`, go(href)])),
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event
      // Keeps what has the focus in sight, for a user who goes through a page by keyboard.
      if (key === 'Tab') keepFocusClear()
      // As in other programs, also while something is typed.
      if (key !== 'k' || !(ctrlKey || metaKey)) return
      event.preventDefault()
      show('find')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [show])

  switch (overlay) {
    case 'find':
      return <FindDialog />
    case 'keys':
      return <KeyHelp />
    case 'pin':
      return <PinDialog />
    case 'problems':
      return <ProblemsDialog />
    case 'menu':
      return <MenuDialog />
    case undefined:
      return null
  }
}

/** Everything of the garden that could not be read or understood: where it is and why. */
function ProblemsDialog() {
  const { close } = useShell()
  const zone = useZone()
  const { data } = useStatus()
  if (!data) return null
  const { garden } = data
  const observedAt = ms(data.observedAt)
  const hidden = garden.problemCount - garden.problems.length
  return (
    <Dialog
      title={problemsTitle(garden).slice(0, -1)}
      note={`read ${clockText(observedAt, zone)} ${offsetText(zone, observedAt)}. What can be read is shown.`}
      onClose={close}
      look="wide"
    >
      <div className="stack">
        <RowTable
          className="prose rows"
          heads={[garden.kind === 'manifests' ? 'File' : 'Source', { number: 'Line' }, 'Object', 'Reason']}
        >
          {garden.problems.map((problem) => (
            <tr key={problemText(problem)}>
              <th scope="row" className="mono">
                {problem.source}
              </th>
              <td className="num" data-label="line">
                {problem.line ?? ''}
              </td>
              <td>{problem.object ?? <span className="faint">not known</span>}</td>
              <td className="muted">{problem.reason}</td>
            </tr>
          ))}
        </RowTable>
        <div className="bar">
          <CopyButton text={garden.problems.map(problemText).join('\n')} label="Copy list" />
          {hidden > 0 ? <span className="faint small">and {countText(hidden)} more</span> : null}
        </div>
      </div>
    </Dialog>
  )
}

function problemText(problem: ProblemBody): string {
  const place = problem.line === null ? problem.source : `${problem.source}:${problem.line}`
  return [place, problem.object, problem.reason].filter(Boolean).join('\t')
}

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
function KeyHelp() {
  const { close } = useShell()
  const { keys, setKeys } = usePreferences()
  return (
    <Dialog title="Keys" onClose={close}>
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
      <Checkbox isOn={keys} onChange={setKeys}>
        Single keys work on every page
      </Checkbox>
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

/** All sections with their pages, where the bar is too narrow for them. */
function MenuDialog() {
  const { close, show } = useShell()
  const { theme, setTheme } = usePreferences()
  const path = usePathname()
  return (
    <Dialog title="Menu" onClose={close} look="right" flush>
      <button type="button" className={styles.menuFind} onClick={() => show('find')}>
        <Icon name="search" />
        {FIND}
      </button>
      <nav aria-label="Main" className={styles.menuParts}>
        {SECTIONS.map((section) => (
          <SectionPages key={section.href} section={section} />
        ))}
      </nav>
      <div className={styles.menuFoot}>
        <Button look="quiet" icon={THEMES[theme].icon} onClick={() => setTheme(NEXT_THEME[theme])}>
          {THEMES[theme].label}
        </Button>
        <Link href={ACCOUNT} aria-current={path === ACCOUNT ? 'page' : undefined} onClick={close}>
          Account
        </Link>
        <Button look="quiet" icon="clock" onClick={() => show('pin')}>
          Pin the clock
        </Button>
      </div>
    </Dialog>
  )
}

function SectionPages({ section }: { readonly section: SiteSection }) {
  const id = useId()
  const { close } = useShell()
  const path = usePathname()
  const search = useSearchParams()
  const [mine] = usePinnedProjects()
  const own =
    section.href === '/projects' && mine !== undefined ? [{ text: 'My project', href: projectPage(mine) }] : []
  const pages = [...section.pages, ...own]
  // What lies below none of them, as a version does, is below the first.
  const current = currentSection(path) === section ? (currentPage({ pages }, path, search) ?? pages[0]) : undefined
  return (
    <section aria-labelledby={id}>
      <h3 className="lead" id={id}>
        {section.name}
      </h3>
      <ul>
        {pages.map((page) => (
          <li key={page.href}>
            <Link
              href={page.href}
              // Of a page below it is told that it is there, not that it is this.
              aria-current={page !== current ? undefined : page.href.split('?')[0] === path ? 'page' : 'true'}
              onClick={close}
            >
              {page.text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
