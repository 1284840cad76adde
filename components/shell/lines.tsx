'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { unreadableIn } from '@/lib/browser/at'
import { useMoment, useRunningClock, useZone } from '@/lib/browser/clock'
import { freshnessOf } from '@/lib/browser/freshness'
import { useLiveState } from '@/lib/browser/live'
import { useIsSignedOut, useStatus } from '@/lib/browser/use-status'
import type { GardenStatus } from '@/lib/contract/status'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { agoText, clockText, fullText, isoDay, MINUTE, momentText, ms, SECOND, spanText } from '@/lib/words/time-text'
import { useBackToNow } from './clock'
import { FirstReading } from './first-reading'
import { GardenLines } from './garden-lines'
import { Line } from './line'
import { PastLines } from './past-lines'
import { liesAhead } from './pinned'

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
          <b>Clock pinned to {fullText(at, zone)}: the landscape as the forecast has it then.</b> Every cluster is moved
          on from now as if nobody acted
          {observedAt === undefined || observedAt <= 0 ? '' : `; data read ${readText(observedAt, zone, now)}`}.
        </>
      ) : (
        <b>Clock pinned to {fullText(at, zone)}: today’s data at that hour.</b>
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
  const { data } = useStatus()
  const live = useLiveState()
  const now = useRunningClock(5 * SECOND)
  const zone = useZone()
  const client = useQueryClient()
  const freshness = freshnessOf(data, live, now)
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

/** The clock of the address is none. */
function UnreadableClock(): ReactNode {
  const text = unreadableIn(useSearchParams())
  const backToNow = useBackToNow()
  if (text === undefined) return null
  return (
    <Line look="stale" icon="clock" urgent>
      <b>The clock cannot be pinned to “{text}”.</b> It takes a time like 2026-12-15T22:00:00+01:00. This is now.{' '}
      <Button small onClick={backToNow}>
        Leave it out
      </Button>
    </Line>
  )
}
