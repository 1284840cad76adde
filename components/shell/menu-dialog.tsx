'use client'

import { usePathname } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { useNow, useZone } from '@/lib/browser/clock'
import { ACCOUNT } from '@/lib/browser/paths'
import { fullText, MINUTE } from '@/lib/words/time-text'
import styles from './overlays.module.css'
import { currentSection, SECTIONS } from './sections'
import { useShell } from './shell-context'

/** The bar's links, where it is too narrow for them. */
export function MenuDialog() {
  const { close, show } = useShell()
  const current = currentSection(usePathname())
  const zone = useZone()
  const now = useNow(MINUTE)
  return (
    <Dialog title="Menu" onClose={close} place="right">
      <nav aria-label="Main" className={styles.menu}>
        {SECTIONS.map((section) => (
          <Link
            key={section.href}
            href={section.href}
            aria-current={section === current ? 'page' : undefined}
            onClick={close}
          >
            {section.name}
          </Link>
        ))}
        <Link href={ACCOUNT} onClick={close}>
          Account
        </Link>
      </nav>
      <div className={styles.menuFoot}>
        <span>{fullText(now, zone)}</span>
        <Button icon="clock" onClick={() => show('pin')}>
          Pin the clock
        </Button>
      </div>
    </Dialog>
  )
}
