'use client'

import { useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useMoment, useNow, usePin, usePinned, useRunningClock, useZone } from '@/lib/browser/clock'
import { useFreshness } from '@/lib/browser/live'
import { useStatus } from '@/lib/browser/status'
import { onWire } from '@/lib/contract/dates'
import { profilesQueries } from '@/lib/questions/queries'
import { agoText, DAY, fullText, MINUTE, ms, relativeText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import styles from './shell.module.css'
import { useShell } from './shell-context'

/**
 * Whether a pinned clock shows the landscape as the forecast has it then. So the server decides it (`PinnedLandscapes`): later than
 * now, and than the reading of a garden that says it was read later than now.
 */
export function liesAhead(at: number, now: number, observedAt: number | undefined): boolean {
  return at > Math.max(now, observedAt ?? 0)
}

export type ClockStep = 'day back' | 'day on' | 'previous forced' | 'next forced'

/**
 * Moves the clock from the time that is shown: by a day, or to where a window with a forced update begins, on the page of a
 * cluster one of its own. Answers why it did not move; an empty text: it did.
 */
export function useClockStep(): (step: ClockStep) => Promise<string> {
  const pin = usePin()
  const shown = useNow(MINUTE)
  const { seen } = useMoment()
  const client = useQueryClient()
  const [, , namespace, name] = usePathname().match(/^\/(shoots)\/([^/]+)\/([^/]+)/) ?? []
  const whose = namespace === undefined || name === undefined ? {} : { namespace, name }
  return async (step) => {
    if (step === 'day back' || step === 'day on') {
      pin(onWire(shown + (step === 'day on' ? DAY : -DAY)))
      return ''
    }
    const direction = step === 'next forced' ? 'next' : 'previous'
    try {
      const query = { from: onWire(shown), seen, direction, only: 'forced', ...whose } as const
      const { update } = await client.fetchQuery(profilesQueries.nearestUpdate(query))
      if (update !== null) pin(update.at)
      else return direction === 'next' ? 'Nothing is forced after that.' : 'Nothing is forced between now and then.'
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

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
  const { freshness, now } = useFreshness()
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
          <span className="live" />
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
  const pin = usePin()
  const { seen } = useMoment()
  const isAhead = liesAhead(at, now, data && ms(data.observedAt))
  return (
    <div className={`${styles.pin} ${seen === undefined ? (isAhead ? '' : styles.past) : styles.seen}`}>
      <button type="button" className={styles.time} title="Pin the clock to another time" onClick={() => show('pin')}>
        <Icon name="clock" />
        <b className="link">{fullText(at, zone)}</b>
        <span className="visually-hidden">. Pin the clock to another time</span>
      </button>
      <span className={`faint ${styles.age}`}>{relativeText(at, now, at < now ? 'prose' : 'short')}</span>
      <Button small onClick={() => pin(undefined)}>
        Back to now
      </Button>
    </div>
  )
}
