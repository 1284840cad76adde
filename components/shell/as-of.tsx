'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { addressText, withMoment } from '@/lib/browser/at'
import { useMoment, useRunningClock, useZone } from '@/lib/browser/clock'
import { useStatus } from '@/lib/browser/use-status'
import { onWire } from '@/lib/contract/dates'
import { DAY, fromWall, fullText, MINUTE, ms, wallText } from '@/lib/words/time-text'
import styles from './overlays.module.css'
import { useShell } from './shell-context'

const AGO = [
  { text: 'a day ago', days: 1 },
  { text: '7 days ago', days: 7 },
  { text: '30 days ago', days: 30 },
] as const

/** Leads to the same page as it was known at a moment. */
export function AsOf(): ReactNode {
  const { close } = useShell()
  const router = useRouter()
  const [path, search] = [usePathname(), useSearchParams()]
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const { seen } = useMoment()
  const { data } = useStatus()
  const [text, setText] = useState(() => wallText(seen === undefined ? now - DAY : ms(seen), zone))
  const id = useId()
  const wanted = fromWall(text, zone)
  const since = data?.recordedSince == null ? Number.NaN : ms(data.recordedSince)
  const go = (moment: number) => {
    router.push(withMoment(addressText(path, search), { seen: onWire(moment) }), { scroll: false })
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted <= now) go(wanted)
  }
  return (
    <section aria-labelledby={id} className={styles.pinPart}>
      <h3 id={id}>See as of a moment</h3>
      <p className="small muted">
        Every page with the data as it was known then. Nothing can be applied from there.
        {Number.isNaN(since) ? '' : ` Recorded since ${fullText(since, zone)}.`}
      </p>
      <form className={styles.pinForm} onSubmit={submit}>
        <label htmlFor={`${id}at`}>As of, in {zone}</label>
        <input
          id={`${id}at`}
          type="datetime-local"
          required
          min={Number.isNaN(since) ? undefined : wallText(since, zone)}
          max={wallText(now, zone)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="bar">
          {AGO.filter(({ days }) => !(now - days * DAY < since)).map((one) => (
            <Button key={one.days} small onClick={() => go(now - one.days * DAY)}>
              {one.text}
            </Button>
          ))}
        </div>
        <div className="bar">
          <Button type="submit" disabled={!(wanted <= now)}>
            See as of then
          </Button>
        </div>
      </form>
    </section>
  )
}
