'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'
import { Icon, type IconName } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { Mark } from '@/components/ui/mark'
import type { Theme } from '@/lib/browser/preferences'
import { usePreferences } from '@/lib/browser/preferences-context'
import { Clock } from './clock'
import { currentSection, SECTIONS } from './sections'
import styles from './shell.module.css'
import { useShell } from './shell-context'

const FIND = 'Find cluster, project, version'

/** `children`: who is signed in. */
export function Header({ children }: { readonly children: ReactNode }) {
  const { show } = useShell()
  return (
    <header className={styles.top}>
      <Link href="/" className={styles.brand}>
        <Mark />
        Almanac
      </Link>
      <MainNav />
      <span className="grow" />
      <Clock />
      <button type="button" aria-label={FIND} className={styles.find} onClick={() => show('find')}>
        <Icon name="search" />
        <span>{FIND}</span>
        <kbd>/</kbd>
      </button>
      {children}
      <ThemeButton />
      <IconButton icon="menu" label="Menu" className={styles.menu} onClick={() => show('menu')} />
    </header>
  )
}

function MainNav() {
  const current = currentSection(usePathname())
  return (
    <nav aria-label="Main" className={styles.nav}>
      {SECTIONS.map((section) => (
        <Link key={section.href} href={section.href} aria-current={section === current ? 'page' : undefined}>
          {section.name}
        </Link>
      ))}
    </nav>
  )
}

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const THEMES: Readonly<Record<Theme, { readonly icon: IconName; readonly label: string }>> = {
  system: { icon: 'system', label: 'Theme: follow system' },
  light: { icon: 'sun', label: 'Theme: light' },
  dark: { icon: 'moon', label: 'Theme: dark' },
}

function ThemeButton() {
  const { theme, setTheme } = usePreferences()
  return <IconButton {...THEMES[theme]} onClick={() => setTheme(NEXT_THEME[theme])} />
}
