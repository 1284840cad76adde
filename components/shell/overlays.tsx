'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment } from '@/lib/browser/clock'
import { type Keys, useKeys } from '@/lib/browser/keys'
import { TONIGHT } from '@/lib/browser/paths'
import { keepFocusClear } from './clear-focus'
import { FindDialog } from './find-dialog'
import { KeyHelp } from './key-help'
import { MenuDialog } from './menu-dialog'
import { PinDialog } from './pin-dialog'
import { ProblemsDialog } from './problems-dialog'
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
