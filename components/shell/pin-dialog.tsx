'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useNow, useRunningClock, useZone } from '@/lib/client/clock'
import { DAY, fromWall, fullText, MINUTE, wallText } from '@/lib/client/time-text'
import { onWire } from '@/lib/contract/dates'
import { usePin } from './clock'
import styles from './overlays.module.css'
import { useShell } from './shell-context'

const AHEAD = [
  { text: 'in 7 days', days: 7 },
  { text: 'in 30 days', days: 30 },
  { text: 'in 90 days', days: 90 },
] as const

/** Sets the clock that every page is computed for. */
export function PinDialog() {
  const { close } = useShell()
  const pin = usePin()
  const zone = useZone()
  const shown = useNow(MINUTE)
  const now = useRunningClock(MINUTE)
  const [text, setText] = useState(() => wallText(shown, zone))
  const id = useId()
  const at = fromWall(text, zone)
  const isReadable = !Number.isNaN(at)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReadable) return
    pin(onWire(at))
    close()
  }
  const go = (to: string | undefined) => {
    pin(to)
    close()
  }
  return (
    <Dialog title="Pin the clock" onClose={close} place="right">
      <form className={styles.pinForm} onSubmit={submit}>
        <p className="muted">
          For a time to come every page shows the landscape as the forecast has it then, as if nobody acted until then.
          For a time that has passed it is today’s data at that hour: what the landscape was like is not kept.
        </p>
        <label htmlFor={id}>Date and time in {zone}</label>
        <input
          id={id}
          type="datetime-local"
          data-first
          required
          min="2000-01-01T00:00"
          max="2199-12-31T00:00"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <output className="small faint" htmlFor={id}>
          {isReadable ? fullText(at, zone) : 'Choose a date and a time.'}
        </output>
        <div className="bar">
          {AHEAD.map((one) => (
            <Button key={one.days} small onClick={() => go(onWire(now + one.days * DAY))}>
              {one.text}
            </Button>
          ))}
        </div>
        <div className="bar">
          <Button type="submit" look="primary" disabled={!isReadable}>
            Pin the clock
          </Button>
          <Button look="quiet" onClick={() => go(undefined)}>
            Back to now
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
