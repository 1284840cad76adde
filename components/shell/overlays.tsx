'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { later } from '@/components/ui/later'
import { withMoment } from '@/lib/client/at'
import { useMoment } from '@/lib/client/clock'
import { type Keys, useKeys } from '@/lib/client/keys'
import { TONIGHT } from '@/lib/client/paths'
import { SECTIONS } from './sections'
import { useShell } from './shell-context'

// Loaded when they are first opened.
const FindDialog = later(() => import('./find-dialog').then((part) => part.FindDialog))
const KeyHelp = later(() => import('./dialogs').then((part) => part.KeyHelp))
const PinDialog = later(() => import('./dialogs').then((part) => part.PinDialog))
const ProblemsDialog = later(() => import('./dialogs').then((part) => part.ProblemsDialog))
const MenuDialog = later(() => import('./dialogs').then((part) => part.MenuDialog))

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
      // Keeps what has the focus in sight, for whoever goes through a page by keyboard; loaded with the first step.
      if (key === 'Tab') void import('./clear-focus').then(({ keepFocusClear }) => keepFocusClear())
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
