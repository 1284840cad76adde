'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { addressText, withMoment } from '@/lib/browser/at'
import { useMoment, useRunningClock, useZone } from '@/lib/browser/clock'
import { RequestError } from '@/lib/browser/fetch-json'
import { timed } from '@/lib/browser/query'
import { useIsSignedOut, useStatus } from '@/lib/browser/use-status'
import { BASE_PATH } from '@/lib/contract/base-path'
import { onWire } from '@/lib/contract/dates'
import type { StatusRoute } from '@/lib/contract/status'
import { agoText, fullText, MINUTE, ms, SECOND } from '@/lib/words/time-text'
import { Line } from './line'
import styles from './past-lines.module.css'
import { SignedOutLine } from './signed-out-line'

/** On pages of the past: that they are, so that nobody takes what was known then for what is. */
export function PastLines(): ReactNode {
  const { at, seen } = useMoment()
  const zone = useZone()
  const { data, error, errorUpdatedAt } = useQuery(timed<StatusRoute>('GET /api/status', { query: { seen } }))
  const isSignedOut = useIsSignedOut()
  if (isSignedOut) return <SignedOutLine />
  if (error instanceof RequestError && error.code === 'not-recorded') return <NotRecorded />
  return (
    <>
      <div className={styles.frame} aria-hidden="true" />
      {error && data === undefined ? (
        <Line look="stale" icon="warning" urgent>
          <b>What was known then cannot be shown</b> since {agoText(errorUpdatedAt, Date.now())}: {error.message}
        </Line>
      ) : null}
      {data === undefined ? null : (
        <div className={styles.banner}>
          <Line look="pinned" icon="clock">
            <b>You are looking at the past, as read on {fullText(data.observedAt, zone)}.</b>{' '}
            {data.garden.state === 'live' ? '' : 'Nothing was recorded from then on until later. '}
            {at === undefined || at === seen ? '' : `The clock is pinned to ${fullText(at, zone)}. `}
            Unless it says “today”, everything here is what was known then. Nothing can be applied from here.
          </Line>
        </div>
      )}
    </>
  )
}

/** In the place of the page: since when there are records, and the ways on. */
function NotRecorded() {
  const { at, seen = '' } = useMoment()
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const { data } = useStatus()
  const address = addressText(usePathname(), useSearchParams())
  const since = data?.recordedSince ?? null
  const first = onWire(Math.ceil(ms(since ?? now) / SECOND) * SECOND)
  return (
    <>
      <Line look="stale" icon="warning" urgent>
        <b>What was known on {fullText(seen, zone)} is not recorded.</b>
      </Line>
      <div className={styles.unrecorded}>
        <p>
          {since === null
            ? 'Nothing is recorded yet.'
            : `Recorded since ${fullText(since, zone)}, ${agoText(since, now)}.`}
        </p>
        <p className="bar">
          {since === null ? null : (
            <a className="link" href={BASE_PATH + withMoment(address, { seen: first })}>
              See what was known first
            </a>
          )}
          <a className="link" href={BASE_PATH + withMoment(address, { at: at ?? seen })}>
            Show it with today’s data
          </a>
        </p>
      </div>
    </>
  )
}
