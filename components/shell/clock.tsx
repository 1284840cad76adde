'use client'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useMoment, usePin, usePinned, useRunningClock, useZone } from '@/lib/browser/clock'
import { freshnessOf } from '@/lib/browser/freshness'
import { useLiveState } from '@/lib/browser/live'
import { useStatus } from '@/lib/browser/use-status'
import { agoText, fullText, MINUTE, ms, relativeText, SECOND } from '@/lib/words/time-text'
import { liesAhead } from './pinned'
import styles from './shell.module.css'
import { useShell } from './shell-context'

/** The time that everything is relative to. It can be pressed to pin it; pinned it is a box with the way back. */
export function Clock() {
  const at = usePinned()
  const { data } = useStatus()
  return (
    <>
      {at === undefined ? <RunningClock /> : <PinnedClock at={ms(at)} />}
      <span className={`faint ${styles.age}`}>{data?.garden.covers}</span>
    </>
  )
}

function RunningClock() {
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const { show } = useShell()
  return (
    <div className={styles.clock}>
      <button type="button" className={styles.time} title="Pin the clock" onClick={() => show('pin')}>
        <time dateTime={new Date(now).toISOString()}>{fullText(now, zone)}</time>
        <span className="visually-hidden">. Pin the clock</span>
      </button>
      <Freshness />
    </div>
  )
}

function Freshness() {
  const { data } = useStatus()
  const live = useLiveState()
  const now = useRunningClock(5 * SECOND)
  const freshness = freshnessOf(data, live, now)
  switch (freshness.kind) {
    case 'unknown':
      return null
    case 'reading':
      return <span className="faint">first reading</span>
    case 'unread':
      return <span className="bad">not read</span>
    case 'stale':
      return <span className="bad">read {agoText(freshness.observedAt, now)}</span>
    case 'live':
      return (
        <span
          className={`faint ${styles.age}`}
          title={`Every change is followed. The last one was read ${agoText(freshness.observedAt, now)}.`}
        >
          <span className={styles.live} />
          live
        </span>
      )
  }
}

function PinnedClock({ at }: { readonly at: number }) {
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const { show } = useShell()
  const { data } = useStatus()
  const backToNow = useBackToNow()
  const { seen } = useMoment()
  const isAhead = liesAhead(at, now, data && ms(data.observedAt))
  return (
    <div className={`${styles.pin} ${seen === undefined ? (isAhead ? '' : styles.past) : styles.seen}`}>
      <button type="button" className={styles.time} title="Pin the clock to another time" onClick={() => show('pin')}>
        <Icon name="clock" />
        <b>{fullText(at, zone)}</b>
        <span className="visually-hidden">. Pin the clock to another time</span>
      </button>
      <span className={`faint ${styles.age}`}>{relativeText(at, now, at < now ? 'prose' : 'short')}</span>
      <Button small onClick={backToNow}>
        Back to now
      </Button>
    </div>
  )
}

/** The same page of today, its clock running. */
export function useBackToNow(): () => void {
  const pin = usePin()
  return () => pin(undefined)
}
