'use client'

import { useState } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'
import { SignedAddresses } from '../take-away/signed-addresses'
import { CopyButton } from '../ui/copy'
import { Icon } from '../ui/icon'
import { useIsInBrowser } from '../ui/later'
import styles from './project.module.css'

/** The calendar of a project, to subscribe to; where people sign in, also by an address that works without. */
export function Feed({ name, signsIn }: { readonly name: string; readonly signsIn: boolean }) {
  const [withAuto, setWithAuto] = useState(false)
  const origin = useIsInBrowser() ? window.location.origin : ''
  const path = `${BASE_PATH}/api/feeds/projects/${encodeURIComponent(name)}.ics${withAuto ? '?auto=1' : ''}`
  return (
    <section aria-labelledby="feed">
      <div className="section-head">
        <h2 id="feed">Calendar feed</h2>
        <span className="faint">iCalendar, kept current</span>
      </div>
      <p className="small muted">
        One entry per window in which a cluster of {name} is forced or fails; a date that changes moves in your
        calendar.
      </p>
      <p className={styles.address}>
        <code>{origin + path}</code>
      </p>
      <div className={styles.buttons}>
        <CopyButton label="Copy address" text={() => window.location.origin + path} />
        <a className={styles.mail} href={origin.replace(/^https?/, 'webcal') + path}>
          <Icon name="calendar" />
          Subscribe
        </a>
        <label className={styles.option}>
          <input type="checkbox" checked={withAuto} onChange={(event) => setWithAuto(event.target.checked)} />
          with auto-updates
        </label>
      </div>
      {signsIn ? <SignedAddresses scope={{ kind: 'Project', name }} /> : null}
    </section>
  )
}
