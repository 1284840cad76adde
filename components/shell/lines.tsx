'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { addressText, unreadableIn, withMoment } from '@/lib/browser/at'
import { useMoment, usePin, useRunningClock, useZone } from '@/lib/browser/clock'
import { RequestError } from '@/lib/browser/fetch-json'
import { useFreshness } from '@/lib/browser/live'
import { timed } from '@/lib/browser/query'
import { useIsSignedOut, useStatus } from '@/lib/browser/status'
import { BASE_PATH } from '@/lib/contract/base-path'
import { onWire } from '@/lib/contract/dates'
import type { GardenStatus, statusRoute } from '@/lib/contract/status'
import { offsetText, type Zone } from '@/lib/contract/zone'
import {
  agoText,
  clockText,
  countText,
  fullText,
  isoDay,
  MINUTE,
  momentText,
  ms,
  SECOND,
  spanText,
} from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { Icon } from '../ui/icon'
import { liesAhead } from './clock'
import { GardenLines, Line, SignedOutLine } from './garden-lines'
import styles from './shell.module.css'

/** Full-width lines under the bar that say on what ground the page stands. */
export function Lines() {
  const params = useSearchParams()
  const { at, seen } = useMoment()
  const isUnreadable = (params.get('at') && !at) || (params.get('seen') && !seen)
  return (
    <section aria-label="Notices">
      {isUnreadable && <UnreadableClock />}
      {seen === undefined ? <TodayLines /> : <PastLines />}
    </section>
  )
}

function TodayLines() {
  const { data, error, errorUpdatedAt, refetch } = useStatus()
  const isSignedOut = useIsSignedOut()
  return (
    <>
      <PinnedLine />
      {isSignedOut || <StaleLine />}
      {data === undefined && error ? (
        <Line look="stale" icon="warning" urgent>
          <b>The state of the garden is not known</b> since {agoText(errorUpdatedAt, Date.now())}: {error.message}{' '}
          <Button small onClick={() => refetch()}>
            Try again
          </Button>
        </Line>
      ) : null}
      {data && (isSignedOut || hasTrouble(data.garden)) ? <GardenLines garden={data.garden} /> : null}
      {data?.garden.state === 'reading' ? <FirstReading garden={data.garden} /> : null}
    </>
  )
}

function hasTrouble({ resources, problemCount }: GardenStatus): boolean {
  return problemCount > 0 || resources.some(({ state }) => state === 'forbidden')
}

function PinnedLine() {
  const { at: pinned } = useMoment()
  const { data } = useStatus()
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  if (pinned === undefined) return null
  const at = ms(pinned)
  const observedAt = data === undefined ? undefined : ms(data.observedAt)
  return (
    <Line look="pinned" icon="clock">
      {liesAhead(at, now, observedAt) ? (
        <>
          <b>The landscape as the forecast has it then.</b> Every cluster is moved on from now as if nobody acted
          {observedAt === undefined || observedAt <= 0 ? '' : `; data read ${readText(observedAt, zone, now)}`}.
        </>
      ) : (
        <b>The clock is pinned to the past. The data are those of now, not what was known then.</b>
      )}
    </Line>
  )
}

/** `18:41 +01:00`, with the day where it is another one. */
function readText(observedAt: number, zone: Zone, now: number): string {
  const isToday = isoDay(observedAt, zone) === isoDay(now, zone)
  const text = isToday ? clockText(observedAt, zone) : momentText(observedAt, zone, now)
  return `${text} ${offsetText(zone, observedAt)}`
}

function StaleLine() {
  const { freshness, now } = useFreshness()
  const zone = useZone()
  const client = useQueryClient()
  const again = (
    <Button small onClick={() => client.invalidateQueries()}>
      Try again
    </Button>
  )
  if (freshness.kind === 'unread') {
    return (
      <Line look="stale" icon="warning" urgent>
        <b>Nothing could be read yet.</b> {freshness.reason} {again}
      </Line>
    )
  }
  if (freshness.kind !== 'stale') return null
  const { observedAt, reason } = freshness
  return (
    <Line look="stale" icon="warning" urgent>
      <b>
        Showing data from {readText(observedAt, zone, now)}, {spanText(now - observedAt, 'short')} old.
      </b>{' '}
      {reason} Countdowns go on. {again}
    </Line>
  )
}

function UnreadableClock(): ReactNode {
  const text = unreadableIn(useSearchParams())
  const pin = usePin()
  if (text === undefined) return null
  return (
    <Line look="stale" icon="clock" urgent>
      <b>The clock cannot be pinned to “{text}”.</b> It takes a time like 2026-12-15T22:00:00+01:00. This is now.{' '}
      <Button small onClick={() => pin(undefined)}>
        Leave it out
      </Button>
    </Line>
  )
}

/** Pages of the past say that they are, so that users do not take what was known then for what is. */
function PastLines(): ReactNode {
  const { seen } = useMoment()
  const zone = useZone()
  const { data, error, errorUpdatedAt } = useQuery(timed<typeof statusRoute>('GET /api/status', { query: { seen } }))
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
            Unless it says “today”, everything here is what was known then. Nothing can be applied from here.
          </Line>
        </div>
      )}
    </>
  )
}

/** In place of the page: since when there are records, and the ways on. */
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

const STATE_WORDS = {
  waiting: 'waiting',
  reading: 'reading',
  synced: 'complete, watched',
  stale: 'no answer',
  forbidden: 'may not be read',
} as const

/** While a garden is read for the first time: how far each part is. */
function FirstReading({ garden }: { readonly garden: GardenStatus }) {
  const known = garden.resources.filter((one) => one.of !== null)
  const total = known.reduce((sum, one) => sum + (one.of ?? 0), 0)
  const done = known.reduce((sum, one) => sum + one.read, 0)
  return (
    <section aria-label="First reading" className={styles.reading}>
      <div className="bar">
        <h2>First reading of the garden</h2>
        <span className="faint small">
          {garden.label}. Pages open now and fill up; figures count what is read so far.
        </span>
      </div>
      <progress aria-label="First reading" value={total > 0 ? done / total : undefined} />
      {garden.resources.length > 0 ? (
        <RowTable
          className="dense"
          heads={['Part', { hidden: 'Progress' }, { number: 'Read' }, { number: 'Of' }, 'State']}
        >
          {garden.resources.map((one) => (
            <tr key={one.name}>
              <th scope="row">{one.name}</th>
              <td>
                <progress
                  aria-label={one.name}
                  value={one.of === null ? undefined : one.of === 0 ? 1 : one.read / one.of}
                />
              </td>
              <td className="num">{countText(one.read)}</td>
              <td className="num">{one.of === null ? <span className="faint">not known</span> : countText(one.of)}</td>
              <td className={one.state === 'forbidden' ? 'bad' : 'muted'}>
                {one.state === 'synced' ? <Icon name="check" /> : null} {one.message ?? STATE_WORDS[one.state]}
              </td>
            </tr>
          ))}
        </RowTable>
      ) : null}
    </section>
  )
}
