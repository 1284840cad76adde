'use client'

import { Icon } from '@/components/ui/icon'
import { useZone } from '@/lib/browser/clock'
import { useStatus } from '@/lib/browser/use-status'
import styles from './shell.module.css'
import { useShell } from './shell-context'

/** Which garden this is, in which zone times are, and the way to the keys. */
export function Footer() {
  const { data } = useStatus()
  const zone = useZone()
  const { show } = useShell()
  return (
    <footer className={styles.footer}>
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
