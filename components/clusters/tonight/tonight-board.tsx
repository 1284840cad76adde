'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMoment, useNow, usePin, usePinned, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { useUrlState } from '@/lib/browser/url-state'
import { onWire } from '@/lib/contract/dates'
import { firstAt, offsetText, wallTime } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { clustersQueries } from '@/lib/questions/clusters/queries'
import { plural, WITHIN_HORIZON } from '@/lib/words/phrases'
import {
  agoText,
  clockText,
  countText,
  DAY,
  HOUR,
  MINUTE,
  momentText,
  ms,
  SECOND,
  spanText,
  type Time,
  wallDayText,
} from '@/lib/words/time-text'
import { nightText, quietText } from '@/lib/words/tonight'
import { nodesText } from '@/lib/words/wording'
import { TakeAway } from '../../take-away/take-away'
import { Button, IconButton } from '../../ui/button'
import { CopyLink } from '../../ui/copy'
import { ErrorPart } from '../../ui/error-part'
import { Figure, Figures, FigureValue } from '../../ui/figures'
import { PageHead } from '../../ui/page-head'
import { SkeletonBar } from '../../ui/parts'
import { ClustersViews } from '../clusters-views'
import { TonightToday } from '../today'
import styles from './tonight.module.css'
import { isShownNext, TonightTable, useFreshness } from './tonight-table'

/** The night: windows as they open, what each does, what became of it. With `board` in the address as a board for a large screen. */
export function TonightBoard() {
  const moment = useMoment()
  const pinned = usePinned()
  const zone = useZone()
  const { params, set } = useUrlState()
  const isBoard = params.has('board')
  const query = useQuery({
    ...clustersQueries.tonight({ ...moment, zone }),
    placeholderData: keepPreviousData,
    refetchInterval: pinned === undefined && untilNextMinute,
  })
  const data = useByMinute(query.data)
  const go = useNights(data)
  const leave = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    set({ board: undefined }, 'push')
  }
  useKeys({
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    ...(isBoard && { Escape: leave }),
  })
  const night =
    data === undefined ? null : (
      <div className={styles.nights}>
        <span className="muted">
          {isBoard ? '' : `${nightText(data)}, `}
          {momentText(data.begin, zone, data.at)} to {momentText(data.end, zone, data.at)}{' '}
          {offsetText(zone, ms(data.begin))}
        </span>
        <IconButton icon="left" label="Night before" onClick={() => go(-1)} />
        <IconButton icon="right" label="Next night" onClick={() => go(1)} />
        {pinned === undefined ? null : (
          <Button small onClick={() => go(0)}>
            Back to now
          </Button>
        )}
      </div>
    )
  const body =
    data === undefined ? (
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
        <Night answer={data} isBoard={isBoard} />
      </>
    )
  if (isBoard)
    return (
      <div className={`${styles.night} ${styles.board}`} data-board>
        <ScreenAwake />
        <div className={styles.head}>
          <h1>{data === undefined ? 'Tonight' : nightText(data)}</h1>
          {night}
          <span className="grow" />
          <Heard />
          <TakeAway at={data?.at} />
          <CopyLink of={data} />
          <Button small onClick={leave}>
            Leave the board <kbd>Esc</kbd>
          </Button>
          <WholeScreen />
        </div>
        {body}
      </div>
    )
  return (
    <div className={styles.night}>
      <PageHead title="Clusters" facts={night}>
        <Button onClick={() => set({ board: '1' }, 'push')}>Board</Button>
        <TakeAway at={data?.at} />
        <CopyLink of={data} />
      </PageHead>
      <ClustersViews filters="tonight" />
      {body}
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

interface NightProps {
  readonly answer: TonightAnswer
  readonly isBoard: boolean
}

function Night({ answer, isBoard }: NightProps) {
  const now = useNow(MINUTE)
  return (
    <>
      <TonightFigures answer={answer} now={now} />
      {answer.rows.length === 0 ? (
        <Quiet answer={answer} />
      ) : (
        <TonightTable key={`${isBoard}`} answer={answer} now={now} isFolded={isBoard} />
      )}
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

/** A board that nobody touches stays lit, where the browser can do that. */
function ScreenAwake(): null {
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
  return null
}

interface TonightFiguresProps {
  readonly answer: TonightAnswer
  readonly now: number
}

/** What is open, done, failed and to come, and the time. */
function TonightFigures({ answer, now }: TonightFiguresProps) {
  const zone = useZone()
  const { figures, next } = answer
  return (
    <Figures className={styles.figures}>
      <Figure label="Open now">
        <FigureValue
          look={figures.open.clusters === 0 ? 'zero' : undefined}
          value={<span className={styles.open}>{countText(figures.open.clusters)}</span>}
          note={`clusters${rollText(figures.open.nodes)}`}
        />
      </Figure>
      <Figure label="Next in">
        {next === null ? (
          <FigureValue look="zero" value="–" note={`nothing is ahead ${WITHIN_HORIZON}`} />
        ) : (
          <FigureValue
            value={spanText(ms(next.at) - now)}
            note={`${next.project} / ${next.name}${next.clusters > 1 ? ` +${countText(next.clusters - 1)}` : ''}, ${
              ms(next.at) - now < 12 * HOUR ? clockText(next.at, zone) : momentText(next.at, zone, now)
            }`}
          />
        )}
      </Figure>
      <Figure label="Done">
        <FigureValue
          look={figures.done.clusters === 0 ? 'zero' : undefined}
          value={countText(figures.done.clusters)}
          note={`clusters${rollText(figures.done.nodes)}`}
        />
      </Figure>
      <Figure label="Failed">
        <FigureValue
          look={figures.failed.clusters === 0 ? 'zero' : 'bad'}
          value={countText(figures.failed.clusters)}
          note={`clusters since ${clockText(answer.begin, zone)}`}
        />
      </Figure>
      <Figure label="To come">
        <FigureValue
          look={figures.toCome.clusters === 0 ? 'zero' : undefined}
          value={countText(figures.toCome.clusters)}
          note={figures.willFail === 0 ? 'clusters' : `clusters, ${countText(figures.willFail)} will fail`}
        />
      </Figure>
      <Figure label={offsetText(zone, now)} className={styles.clock}>
        <FigureValue value={<time>{clockText(now, zone)}</time>} note={wallDayText(now, zone, { weekday: true })} />
      </Figure>
    </Figures>
  )
}

function rollText(nodes: TonightAnswer['figures']['open']['nodes']): string {
  return nodes.max === 0 ? '' : `, ${nodesText(nodes)} ${plural(nodes.max, 'rolls', 'roll')}`
}

/**
 * What the clock is pinned to so that the night after (1) or before (-1) is seen: its begin, or its end when it is over, as what
 * became of it is known then. Undefined: it is the night of now, and the clock runs.
 */
export function pinForNight(
  { begin, end, zone }: Pick<TonightAnswer, 'begin' | 'end' | 'zone'>,
  by: 1 | -1,
  now: Time,
): string | undefined {
  const moved = (time: Time) => wallTime(zone, ms(time)) + by * DAY
  const shownFrom = moved(begin) - 6 * HOUR
  const wall = wallTime(zone, ms(now))
  if (wall >= shownFrom && wall < shownFrom + DAY) return undefined
  return onWire(firstAt(zone, moved(wall >= shownFrom + DAY ? end : begin)))
}
