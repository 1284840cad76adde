'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useZone } from '@/lib/browser/clock'
import { type Keys, useKeys } from '@/lib/browser/keys'
import { TONIGHT } from '@/lib/browser/paths'
import { useStatus } from '@/lib/browser/use-status'
import type { Problem } from '@/lib/contract/common'
import { offsetText } from '@/lib/contract/zone'
import { clockText, countText, ms } from '@/lib/words/time-text'
import { CopyButton } from '../ui/copy'
import { DataTable } from '../ui/data-table'
import { Dialog } from '../ui/dialog'
import { FindDialog } from './find-dialog'
import { problemsTitle } from './garden-lines'
import { KeyHelp } from './key-help'
import { MenuDialog } from './menu-dialog'
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
      padded
    >
      <div className="stack">
        <DataTable
          className="prose rows"
          heads={[garden.kind === 'manifests' ? 'File' : 'Source', { number: 'Line' }, 'Object', 'Reason']}
        >
          <tbody>
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

/** Between the focused element and what would cover it: room for the ring. */
const GAP = 6

let frame = 0

/**
 * Keeps what has the focus clear of sticky heads and docks, from now on. A browser scrolls it into the screen, but does not know
 * what lies over the screen's edges: that depends on the page, on its lines of notice and on how much a dock holds.
 */
function keepFocusClear(): void {
  // Once is enough: the same listener is not added again.
  document.addEventListener('focusin', onFocus)
  onFocus()
}

function onFocus(): void {
  cancelAnimationFrame(frame)
  // The browser scrolls after the event.
  frame = requestAnimationFrame(() => {
    const target = document.activeElement
    if (target instanceof HTMLElement && target.matches(':focus-visible')) clear(target)
  })
}

function clear(target: HTMLElement): void {
  const { left, right, top, bottom } = target.getBoundingClientRect()
  const x = within((left + right) / 2, window.innerWidth)
  const cover =
    coverAt(target, x, within(top + 1, window.innerHeight)) ??
    coverAt(target, x, within(bottom - 1, window.innerHeight))
  if (cover === null) return
  const edges = cover.getBoundingClientRect()
  const isHead = edges.top + edges.bottom < window.innerHeight
  const head = coverAt(target, x, 1)?.getBoundingClientRect().bottom ?? 0
  // What is higher than the room between a head and a dock shows its beginning.
  const by = isHead ? top - GAP - edges.bottom : Math.min(bottom + GAP - edges.top, top - GAP - head)
  scrollerOf(cover).scrollBy({ top: by, behavior: 'instant' })
}

function within(position: number, size: number): number {
  return Math.min(Math.max(position, 1), size - 1)
}

/** The sticky part that lies over a point of the element; null: none. */
function coverAt(target: HTMLElement, x: number, y: number): HTMLElement | null {
  for (const over of document.elementsFromPoint(x, y)) {
    if (over === target || target.contains(over)) return null
    for (let part: Element | null = over; part !== null && !part.contains(target); part = part.parentElement) {
      const { position } = getComputedStyle(part)
      if (part instanceof HTMLElement && (position === 'sticky' || position === 'fixed')) return part
    }
  }
  return null
}

/** What scrolls under a sticky part. */
function scrollerOf(sticky: HTMLElement): Element {
  for (let part = sticky.parentElement; part !== null && part !== document.body; part = part.parentElement) {
    const { overflowY } = getComputedStyle(part)
    if ((overflowY === 'auto' || overflowY === 'scroll') && part.scrollHeight > part.clientHeight) return part
  }
  return document.scrollingElement ?? document.documentElement
}
