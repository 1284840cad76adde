'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { addressText, withMoment } from '@/lib/browser/at'
import { useMoment, useNow, usePin, usePinned, useRunningClock, useZone } from '@/lib/browser/clock'
import type { TimesZone } from '@/lib/browser/preferences'
import { usePreferences } from '@/lib/browser/preferences-context'
import { useStatus } from '@/lib/browser/status'
import { onWire } from '@/lib/contract/dates'
import { DAY, dateTimeFieldText, fromWall, fullText, MINUTE, ms } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { type ClockStep, useClockStep } from './clock'
import styles from './shell.module.css'
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
    <Dialog title="Pin the clock" onClose={close} look="right">
      <div className="stack">
        <p className="muted">
          For a time to come every page shows the landscape as the forecast has it then, as if nobody acted until then.
          For a time that has passed the data are those of now; what was known then is seen as of a moment, below.
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
  const shown = useNow(MINUTE)
  const now = useRunningClock(MINUTE)
  const go = (to: string | undefined) => {
    pin(to)
    close()
  }
  return (
    <MomentForm
      label="Date and time in"
      begin={shown}
      min="2000-01-01T00:00"
      max="2199-12-31T00:00"
      isFirst
      quick={AHEAD.map(({ text, days }) => ({ text, at: now + days * DAY }))}
      submit={{ text: 'Pin the clock', look: 'primary' }}
      onChoose={(at) => go(onWire(at))}
    >
      <Button look="quiet" onClick={() => go(undefined)}>
        Back to now
      </Button>
    </MomentForm>
  )
}

interface MomentFormProps {
  /** The text before the zone. */
  readonly label: string
  /** What is chosen at first. */
  readonly begin: number
  readonly min: string | undefined
  readonly max: string
  /** Whether the dialog begins with it, and it says in full what is chosen. */
  readonly isFirst?: boolean
  /** Buttons that choose at once. */
  readonly quick: readonly { readonly text: string; readonly at: number }[]
  readonly submit: { readonly text: string; readonly look: 'plain' | 'primary' }
  /** No later moment can be chosen. */
  readonly latest?: number
  readonly onChoose: (at: number) => void
  /** Beside what chooses it. */
  readonly children?: ReactNode
}

/** A day and a time to choose. */
function MomentForm(props: MomentFormProps) {
  const { label, isFirst = false, quick, submit, latest = Number.POSITIVE_INFINITY, onChoose, children } = props
  const zone = useZone()
  const [text, setText] = useState(() => dateTimeFieldText(props.begin, zone))
  const id = useId()
  const at = fromWall(text, zone)
  const mayChoose = at <= latest
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (mayChoose) onChoose(at)
  }
  return (
    <form className={`stack ${styles.pinForm}`} onSubmit={send}>
      <label className="small muted" htmlFor={id}>
        {label} {zone}
      </label>
      <input
        id={id}
        type="datetime-local"
        data-first={isFirst || undefined}
        required
        min={props.min}
        max={props.max}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isFirst && (
        <output className="small faint" htmlFor={id}>
          {mayChoose ? fullText(at, zone) : 'Choose a date and a time.'}
        </output>
      )}
      <div className="bar">
        {quick.map((one) => (
          <Button key={one.text} small onClick={() => onChoose(one.at)}>
            {one.text}
          </Button>
        ))}
      </div>
      <div className="bar">
        <Button type="submit" look={submit.look} disabled={!mayChoose}>
          {submit.text}
        </Button>
        {children}
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

const TIMES: readonly { readonly value: TimesZone; readonly text: string }[] = [
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
  const id = useId()
  const since = data?.recordedSince == null ? Number.NaN : ms(data.recordedSince)
  const go = (moment: number) => {
    router.push(withMoment(addressText(path, search), { seen: onWire(moment) }), { scroll: false })
    close()
  }
  return (
    <section aria-labelledby={id} className={`stack ${styles.pinPart}`}>
      <h3 id={id}>See as of a moment</h3>
      <p className="small muted">
        Every page with the data as it was known then. Nothing can be applied from there.
        {Number.isNaN(since) ? '' : ` Recorded since ${fullText(since, zone)}.`}
      </p>
      <MomentForm
        label="As of, in"
        begin={seen === undefined ? now - DAY : ms(seen)}
        min={Number.isNaN(since) ? undefined : dateTimeFieldText(since, zone)}
        max={dateTimeFieldText(now, zone)}
        latest={now}
        quick={AGO.map(({ text, days }) => ({ text, at: now - days * DAY })).filter(({ at }) => !(at < since))}
        submit={{ text: 'See as of then', look: 'plain' }}
        onChoose={go}
      />
    </section>
  )
}
