'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { withAt } from '@/lib/client/at'
import { useAt } from '@/lib/client/clock'
import { type Keys, useKeys } from '@/lib/client/keys'
import { SECTIONS } from './sections'
import { useShell } from './shell-context'

// Each is loaded when it is first opened.
const FindDialog = dynamic(() => import('./find-dialog').then((part) => part.FindDialog), { ssr: false })
const KeyHelp = dynamic(() => import('./key-help').then((part) => part.KeyHelp), { ssr: false })
const PinDialog = dynamic(() => import('./pin-dialog').then((part) => part.PinDialog), { ssr: false })
const ProblemsDialog = dynamic(() => import('./problems-dialog').then((part) => part.ProblemsDialog), { ssr: false })
const MenuDialog = dynamic(() => import('./menu-dialog').then((part) => part.MenuDialog), { ssr: false })

/** What lies over the page, and the keys that work everywhere. */
export function Overlays() {
  const { overlay, show } = useShell()
  const router = useRouter()
  const at = useAt()

  const keys = useMemo<Keys>(() => {
    const go = SECTIONS.map((section) => [`g ${section.key}`, () => router.push(withAt(section.href, at))] as const)
    return {
      '/': () => show('find'),
      '?': () => show('keys'),
      p: () => show('pin'),
      ...Object.fromEntries(go),
    }
  }, [router, show, at])
  useKeys(keys)

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
