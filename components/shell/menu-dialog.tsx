'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useId } from 'react'
import { Link } from '@/components/ui/link'
import { ACCOUNT, projectPage } from '@/lib/browser/paths'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import { usePreferences } from '@/lib/browser/preferences-context'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import { FIND, NEXT_THEME, THEMES } from './header'
import styles from './overlays.module.css'
import { currentPage, currentSection, SECTIONS, type Section } from './sections'
import { useShell } from './shell-context'

/** All sections with their pages, where the bar is too narrow for them. */
export function MenuDialog() {
  const { close, show } = useShell()
  const { theme, setTheme } = usePreferences()
  const path = usePathname()
  return (
    <Dialog title="Menu" onClose={close} place="right">
      <button type="button" className={styles.menuFind} onClick={() => show('find')}>
        <Icon name="search" />
        {FIND}
      </button>
      <nav aria-label="Main" className={styles.menu}>
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

function SectionPages({ section }: { readonly section: Section }) {
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
              aria-current={page === current ? currentKind(page.href, path) : undefined}
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

/** Of a page below it is told that it is there, not that it is this. */
function currentKind(href: string, path: string): 'page' | 'true' {
  return href.split('?')[0] === path ? 'page' : 'true'
}
