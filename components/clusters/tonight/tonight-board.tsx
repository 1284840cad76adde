'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useNow, usePin, usePinned, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { OVERVIEW } from '@/lib/browser/paths'
import { offsetText } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { clustersQueries } from '@/lib/questions/clusters/queries'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { agoText, MINUTE, momentText, ms, SECOND } from '@/lib/words/time-text'
import { nightText, quietText } from '@/lib/words/tonight'
import { TakeAway } from '../../take-away/take-away'
import { Button, IconButton } from '../../ui/button'
import { CopyLink } from '../../ui/copy-link'
import { ErrorPart } from '../../ui/error-part'
import { Link } from '../../ui/link'
import { SkeletonBar } from '../../ui/parts'
import { TonightToday } from '../tonight-today'
import { useFreshness } from './heard'
import { isShownNext } from './lines'
import { pinForNight } from './nights'
import styles from './tonight.module.css'
import { TonightFigures } from './tonight-figures'
import { TonightTable } from './tonight-table'

/** The night as a board for a large screen: windows as they open, what each does, what became of it. */
export function TonightBoard() {
  const moment = useMoment()
  const pinned = usePinned()
  const zone = useZone()
  const router = useRouter()
  const query = useQuery({
    ...clustersQueries.tonight({ ...moment, zone }),
    placeholderData: keepPreviousData,
    refetchInterval: pinned === undefined && untilNextMinute,
  })
  const data = useByMinute(query.data)
  const go = useNights(data)
  useKeys({
    Escape: () => leaveFor(() => router.push(withMoment(OVERVIEW, moment))),
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
  })
  useScreenAwake()
  return (
    <div className={styles.board} data-board>
      <div className={styles.head}>
        <h1>{data === undefined ? 'Tonight' : nightText(data)}</h1>
        {data === undefined ? null : (
          <>
            <span className="muted">
              {momentText(data.begin, zone, data.at)} to {momentText(data.end, zone, data.at)}{' '}
              {offsetText(zone, ms(data.begin))}
            </span>
            <span className={styles.nights}>
              <IconButton icon="left" label="Night before" onClick={() => go(-1)} />
              <IconButton icon="right" label="Next night" onClick={() => go(1)} />
              {pinned === undefined ? null : (
                <Button small onClick={() => go(0)}>
                  Back to now
                </Button>
              )}
            </span>
          </>
        )}
        <span className="grow" />
        <Heard />
        <Link href={withMoment(OVERVIEW, moment)} className={styles.leave}>
          <kbd>Esc</kbd> leaves the board
        </Link>
        <TakeAway at={data?.at} />
        <CopyLink of={data} />
        <WholeScreen />
      </div>
      {data === undefined ? (
        query.isError ? (
          <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
        ) : (
          <div aria-busy="true" className={styles.waiting}>
            {['100%', '94%', '98%', '90%', '96%', '88%'].map((width) => (
              <SkeletonBar key={width} width={width} height="24px" />
            ))}
          </div>
        )
      ) : (
        <>
          {moment.seen !== undefined && <TonightToday answer={data} />}
          <Night answer={data} />
        </>
      )}
    </div>
  )
}

/** The server answers for another minute as soon as it begins. */
function untilNextMinute(): number {
  return MINUTE - (Date.now() % MINUTE) + SECOND / 4
}

/** What is shown of the answers that come. */
function useByMinute(answer: TonightAnswer | undefined): TonightAnswer | undefined {
  const [shown, setShown] = useState(answer)
  const next = answer !== undefined && isShownNext(shown, answer) ? answer : shown
  if (next !== shown) setShown(next)
  return next
}

/** Goes to the night after or before; 0: to that of now. */
function useNights(answer: TonightAnswer | undefined): (by: 1 | -1 | 0) => void {
  const pin = usePin()
  return (by) => {
    if (by === 0) pin(undefined)
    else if (answer !== undefined) pin(pinForNight(answer, by, Date.now()))
  }
}

function Night({ answer }: { readonly answer: TonightAnswer }) {
  const now = useNow(MINUTE)
  return (
    <>
      <TonightFigures answer={answer} now={now} />
      {answer.rows.length === 0 ? <Quiet answer={answer} /> : <TonightTable answer={answer} now={now} />}
    </>
  )
}

function Quiet({ answer }: { readonly answer: TonightAnswer }) {
  const zone = useZone()
  const { next } = answer
  return (
    <p className={styles.quiet}>
      <b>{quietText(answer)}</b>{' '}
      {next === null
        ? `Nothing is ahead ${WITHIN_HORIZON}.`
        : `Next: ${next.project} / ${next.name}, ${momentText(next.at, zone, answer.at)}.`}
    </p>
  )
}

function Heard() {
  const { freshness, now } = useFreshness()
  if (freshness.kind === 'stale') return <span className="bad">read {agoText(freshness.observedAt, now)}</span>
  if (freshness.kind !== 'live') return null
  return (
    <span className="muted">
      <span className={styles.live} />
      live
    </span>
  )
}

/** Shows the board on the whole screen, and back. */
function WholeScreen() {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const onChange = () => setWhole(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])
  return (
    <Button
      small
      onClick={() => void (isWhole ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    >
      {isWhole ? 'Leave full screen' : 'Full screen'}
    </Button>
  )
}

/** Goes elsewhere, where pages are not shown on the whole screen. */
function leaveFor(go: () => void): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen()
  go()
}

/** A board that nobody touches stays lit, where the browser can do that. */
function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
      } catch {
        // Not allowed, or on a low battery: then it goes dark as ever.
      }
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
