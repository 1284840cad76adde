'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { addressText, withMoment } from '@/lib/browser/at'
import { useMoment, useNow, usePin, usePinned, useRunningClock, useZone } from '@/lib/browser/clock'
import type { Times } from '@/lib/browser/preferences'
import { usePreferences } from '@/lib/browser/preferences-context'
import { useStatus } from '@/lib/browser/use-status'
import { onWire } from '@/lib/contract/dates'
import { DAY, fromWall, fullText, MINUTE, ms, wallText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { type ClockStep, useClockStep } from './clock'
import styles from './overlays.module.css'
import { useShell } from './shell-context'

const AHEAD = [
  { text: 'in 7 days', days: 7 },
  { text: 'in 30 days', days: 30 },
  { text: 'in 90 days', days: 90 },
] as const

/** Sets the clock that every page is computed for, and the zone in which times are told. */
export function PinDialog() {
  const { close } = useShell()
  const pinned = usePinned()
  return (
    <Dialog title="Pin the clock" onClose={close} place="right" padded>
      <div className="stack">
        <p className="muted">
          For a time to come every page shows the landscape as the forecast has it then, as if nobody acted until then.
          For a time that has passed it is today’s data at that hour; what was known then is seen as of a moment, below.
        </p>
        <PinForm key={pinned} />
        <Steps />
        <AsOf />
        <TimesIn />
      </div>
    </Dialog>
  )
}

function PinForm() {
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
    <form className={`stack ${styles.pinForm}`} onSubmit={submit}>
      <label className="small muted" htmlFor={id}>
        Date and time in {zone}
      </label>
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
  )
}

/** Steps from the time that is shown; the dialog stays, for the next step. */
function Steps() {
  const step = useClockStep()
  const [said, setSaid] = useState('')
  const id = useId()
  const to = async (where: ClockStep) => setSaid(await step(where))
  return (
    <section aria-labelledby={id} className={`stack ${styles.pinPart}`}>
      <h3 id={id}>Step</h3>
      <div className="bar">
        <Button small icon="left" onClick={() => to('day back')}>
          A day back
        </Button>
        <Button small icon="right" onClick={() => to('day on')}>
          A day on
        </Button>
      </div>
      <div className="bar">
        <Button small icon="left" onClick={() => to('previous forced')}>
          Previous forced update
        </Button>
        <Button small icon="right" onClick={() => to('next forced')}>
          Next forced update
        </Button>
      </div>
      <p className="small faint" role="status">
        {said}
      </p>
    </section>
  )
}

const TIMES: readonly { readonly value: Times; readonly text: string }[] = [
  { value: 'mine', text: 'mine' },
  { value: 'utc', text: 'UTC' },
  { value: 'cluster', text: 'the cluster’s' },
]

function TimesIn() {
  const { times, setTimes, ownZone } = usePreferences()
  return (
    <fieldset className={`stack ${styles.pinPart}`}>
      <legend>Times are told in</legend>
      <div className="bar">
        {TIMES.map(({ value, text }) => (
          <label key={value} className="choice">
            <input type="radio" name="times" checked={times === value} onChange={() => setTimes(value)} />
            {text}
            {value === 'mine' ? <span className="faint"> {ownZone}</span> : null}
          </label>
        ))}
      </div>
      <p className="small faint">
        {times === 'cluster'
          ? 'What is about one cluster is told in the zone of its window, all else in yours.'
          : 'Windows of clusters are told in their own zone too, as Gardener has them.'}
      </p>
    </fieldset>
  )
}

const AGO = [
  { text: 'a day ago', days: 1 },
  { text: '7 days ago', days: 7 },
  { text: '30 days ago', days: 30 },
] as const

/** Leads to the same page as it was known at a moment. */
function AsOf(): ReactNode {
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
    <section aria-labelledby={id} className={`stack ${styles.pinPart}`}>
      <h3 id={id}>See as of a moment</h3>
      <p className="small muted">
        Every page with the data as it was known then. Nothing can be applied from there.
        {Number.isNaN(since) ? '' : ` Recorded since ${fullText(since, zone)}.`}
      </p>
      <form className={`stack ${styles.pinForm}`} onSubmit={submit}>
        <label className="small muted" htmlFor={`${id}at`}>
          As of, in {zone}
        </label>
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
