'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon, type IconName } from '@/components/ui/icon'
import { later } from '@/components/ui/later'
import { useClockWish, useRunningClock, useZone } from '@/lib/client/clock'
import {
  agoText,
  clockText,
  countOf,
  fullText,
  isoDay,
  MINUTE,
  momentText,
  ms,
  SECOND,
  spanText,
} from '@/lib/client/time-text'
import { offsetText } from '@/lib/client/zone'
import type { GardenStatus } from '@/lib/contract'
import { useBackToNow } from './clock'
import { freshnessOf } from './freshness'
import { useLiveState } from './live-context'
import styles from './shell.module.css'
import { useShell } from './shell-context'
import { useStatus } from './use-status'

// Loaded while a garden is read for the first time.
const FirstReading = later(() => import('./first-reading').then((part) => part.FirstReading))

/** Full-width lines under the bar that say on what ground the page stands. */
export function Lines() {
  const { data, error, errorUpdatedAt, refetch } = useStatus()
  return (
    <section aria-label="Notices">
      <PinnedLine />
      <StaleLine />
      {data === undefined && error ? (
        <Line look="stale" icon="warning" urgent>
          <b>The state of the garden is not known</b> since {agoText(errorUpdatedAt, Date.now())}: {error.message}{' '}
          <Button small onClick={() => refetch()}>
            Try again
          </Button>
        </Line>
      ) : null}
      {data && data.garden.state !== 'failed' ? <GapLines garden={data.garden} /> : null}
      {data && data.garden.problemCount > 0 ? <ProblemsLine garden={data.garden} /> : null}
      {data?.garden.state === 'reading' ? <FirstReading garden={data.garden} /> : null}
    </section>
  )
}

function PinnedLine() {
  const wish = useClockWish()
  const zone = useZone()
  const now = useRunningClock(MINUTE)
  const backToNow = useBackToNow()
  if (wish.kind === 'now') return null
  if (wish.kind === 'unreadable') {
    return (
      <Line look="stale" icon="clock" urgent>
        <b>The clock cannot be pinned to “{wish.text}”.</b> It takes a time like 2026-12-15T22:00:00+01:00. This is now.{' '}
        <Button small onClick={backToNow}>
          Leave it out
        </Button>
      </Line>
    )
  }
  const at = ms(wish.at)
  return (
    <Line look="pinned" icon="clock">
      {at < now ? (
        <>
          <b>The past, as of {fullText(at, zone)}.</b> Computed from the garden as it is known now: what it was like
          then is not kept.
        </>
      ) : (
        <>
          <b>A forecast, as of {fullText(at, zone)}.</b> Computed from what is known now.
        </>
      )}
    </Line>
  )
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
  const isToday = isoDay(observedAt, zone) === isoDay(now, zone)
  const from = isToday ? clockText(observedAt, zone) : momentText(observedAt, zone, now)
  return (
    <Line look="stale" icon="warning" urgent>
      <b>
        Showing data from {from} {offsetText(zone, observedAt)}, {spanText(now - observedAt, 'short')} old.
      </b>{' '}
      {reason} Countdowns go on. {again}
    </Line>
  )
}

/** What is missing on every page while a resource may not be read. */
const WITHOUT: Readonly<Record<string, string>> = {
  CloudProfiles: 'What happens to clusters that use one is not known.',
  NamespacedCloudProfiles: 'What happens to clusters that use one is not known.',
  Projects: 'Clusters go by the name of their namespace.',
  Shoots: 'No cluster can be shown.',
}

function GapLines({ garden }: { readonly garden: GardenStatus }) {
  return garden.resources
    .filter(({ state }) => state === 'forbidden')
    .map(({ name, message }) => (
      <Line key={name} look="plain" icon="warning">
        <b>{message ?? `${name} may not be read`}.</b> {WITHOUT[name]}
      </Line>
    ))
}

function ProblemsLine({ garden }: { readonly garden: GardenStatus }) {
  const { show } = useShell()
  return (
    <Line look="plain" icon="warning">
      <b>{problemsTitle(garden)}</b> What can be read is shown.{' '}
      <Button small onClick={() => show('problems')}>
        Show
      </Button>
    </Line>
  )
}

/** `4 problems in 3 files.` */
export function problemsTitle(garden: GardenStatus): string {
  const sources = new Set(garden.problems.map((problem) => problem.source)).size
  const isWhole = garden.problems.length === garden.problemCount
  const where = garden.kind === 'manifests' && isWhole ? ` in ${countOf(sources, 'file')}` : ''
  return `${countOf(garden.problemCount, 'problem')}${where}.`
}

interface LineProps {
  readonly look: 'pinned' | 'stale' | 'plain'
  readonly icon: IconName
  /** Read out at once. */
  readonly urgent?: boolean
  readonly children: ReactNode
}

function Line({ look, icon, urgent = false, children }: LineProps) {
  return (
    <div className={`${styles.line} ${styles[look]}`} role={urgent ? 'alert' : undefined}>
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  )
}
