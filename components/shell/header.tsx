'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useId, useState } from 'react'
import { useZone } from '@/lib/browser/clock'
import { useLandscapes } from '@/lib/browser/landscapes'
import { ACCOUNT } from '@/lib/browser/paths'
import type { Theme } from '@/lib/browser/preferences'
import { usePreferences } from '@/lib/browser/preferences-context'
import { useStatus } from '@/lib/browser/status'
import { BASE_PATH } from '@/lib/contract/base-path'
import { IconButton } from '../ui/button'
import { Icon, type IconName, Mark } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'
import { Link } from '../ui/link'
import { Clock } from './clock'
import { currentSection, SECTIONS } from './sections'
import styles from './shell.module.css'
import { useShell } from './shell-context'

export const FIND = 'Find cluster, project, version'

/** `user`: who is signed in; null: there is no sign-in here. */
export function Header({ user }: { readonly user: string | null }) {
  const { show } = useShell()
  const path = usePathname()
  const current = currentSection(path)
  const { theme, setTheme } = usePreferences()
  return (
    <header className={styles.top}>
      <Link href="/" className={styles.brand}>
        <Mark />
        Almanac
      </Link>
      <LandscapeSwitch />
      <nav aria-label="Main" className={styles.nav}>
        {SECTIONS.map((section) => (
          <Link key={section.href} href={section.href} aria-current={section === current ? 'page' : undefined}>
            {section.name}
          </Link>
        ))}
      </nav>
      <span className="grow" />
      <Clock />
      <button type="button" aria-label={FIND} className={styles.find} onClick={() => show('find')}>
        <Icon name="search" />
        <span className="cut grow">{FIND}</span>
        <kbd>/</kbd>
      </button>
      {user !== null && (
        <a
          href={BASE_PATH + ACCOUNT}
          className={`cut small muted ${styles.user}`}
          title={`${user}: account, rights, sign out`}
          aria-current={path === ACCOUNT ? 'page' : undefined}
        >
          {user}
        </a>
      )}
      <IconButton {...THEMES[theme]} onClick={() => setTheme(NEXT_THEME[theme])} />
      <IconButton icon="menu" label="Menu" className={styles.menu} onClick={() => show('menu')} />
    </header>
  )
}

export const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
export const THEMES: Readonly<Record<Theme, { readonly icon: IconName; readonly label: string }>> = {
  system: { icon: 'system', label: 'Theme: follow system' },
  light: { icon: 'sun', label: 'Theme: light' },
  dark: { icon: 'moon', label: 'Theme: dark' },
}

/** The name of the garden, the zone of times, and a link to the keys. */
export function Footer() {
  const { data } = useStatus()
  const zone = useZone()
  const { show } = useShell()
  return (
    <footer className={`bar ${styles.footer}`}>
      <span>{data ? data.garden.label : ''}</span>
      {data ? (
        <span>
          {data.gardener.isNewer ? <Icon name="warning" /> : null} {data.gardener.text}
        </span>
      ) : null}
      <span className="grow" />
      <button type="button" onClick={() => show('pin')}>
        Times in {zone}
      </button>
      <button type="button" onClick={() => show('keys')}>
        Keys <kbd>?</kbd>
      </button>
    </footer>
  )
}

const LandscapeList = lazyPart(() => import('./landscape-list').then((part) => part.LandscapeList))

/** Leads to the same page of another landscape, and says before what stands there. Nothing where there is only this one. */
function LandscapeSwitch(): ReactNode {
  const { all, own } = useLandscapes()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (all.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={styles.switch}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={`Landscape ${own?.name ?? 'that has no name'}`}
      >
        <span className="cut">{own?.name ?? 'Landscape'}</span>
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      <nav
        id={id}
        popover="auto"
        aria-label="Landscapes"
        className={styles.landscapes}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <LandscapeList />}
      </nav>
    </>
  )
}
