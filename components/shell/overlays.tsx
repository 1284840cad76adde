'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { DataTable } from '@/components/ui/data-table'
import { Dialog } from '@/components/ui/dialog'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useZone } from '@/lib/browser/clock'
import { type Keys, useKeys } from '@/lib/browser/keys'
import { TONIGHT } from '@/lib/browser/paths'
import { useStatus } from '@/lib/browser/use-status'
import type { Problem } from '@/lib/contract/common'
import { offsetText } from '@/lib/contract/zone'
import { clockText, countText, ms } from '@/lib/words/time-text'
import { keepFocusClear } from './clear-focus'
import { FindDialog } from './find-dialog'
import { problemsTitle } from './garden-lines'
import { KeyHelp } from './key-help'
import { MenuDialog } from './menu-dialog'
import styles from './overlays.module.css'
import { PinDialog } from './pin-dialog'
import { SECTIONS } from './sections'
import { useShell } from './shell-context'

/** What lies over the page, and the keys that work everywhere. */
export function Overlays() {
  const { overlay, show } = useShell()
  const router = useRouter()
  const moment = useMoment()

  const keys = useMemo<Keys>(() => {
    const go = SECTIONS.map(
      (section) => [`g ${section.key}`, () => router.push(withMoment(section.href, moment))] as const,
    )
    return {
      '/': () => show('find'),
      '?': () => show('keys'),
      p: () => show('pin'),
      'g t': () => router.push(withMoment(TONIGHT, moment)),
      ...Object.fromEntries(go),
    }
  }, [router, show, moment])
  useKeys(keys)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event
      // Keeps what has the focus in sight, for whoever goes through a page by keyboard.
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
      wide
    >
      <div className={styles.problems}>
        <DataTable heads={[garden.kind === 'manifests' ? 'File' : 'Source', { number: 'Line' }, 'Object', 'Reason']}>
          <tbody>
            {garden.problems.map((problem) => (
              <tr key={problemText(problem)}>
                <th scope="row" className="mono">
                  {problem.source}
                </th>
                <td className="num">{problem.line ?? ''}</td>
                <td>{problem.object ?? <span className="faint">not known</span>}</td>
                <td className="muted">{problem.reason}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
        <div className="bar">
          <CopyButton text={garden.problems.map(problemText).join('\n')} label="Copy list" />
          {hidden > 0 ? <span className="faint small">and {countText(hidden)} more</span> : null}
        </div>
      </div>
    </Dialog>
  )
}

function problemText(problem: Problem): string {
  const place = problem.line === null ? problem.source : `${problem.source}:${problem.line}`
  return [place, problem.object, problem.reason].filter(Boolean).join('\t')
}
