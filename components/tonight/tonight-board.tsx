'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type CSSProperties, Fragment, useEffect, useState } from 'react'
import { usePin } from '@/components/shell/clock'
import { freshnessOf } from '@/components/shell/freshness'
import { useLiveState } from '@/components/shell/live-context'
import { useStatus } from '@/components/shell/use-status'
import { TakeAway } from '@/components/take-away'
import { Button, IconButton } from '@/components/ui/button'
import { CopyLink } from '@/components/ui/copy-link'
import { ErrorPart } from '@/components/ui/error-part'
import { Figure, Figures, FigureValue } from '@/components/ui/figures'
import { EventGlyph } from '@/components/ui/glyph'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { SkeletonBar } from '@/components/ui/parts'
import { withAt } from '@/lib/client/at'
import { useAt, useNow, useRunningClock, useZone } from '@/lib/client/clock'
import { useKeys } from '@/lib/client/keys'
import { landscapeQueries } from '@/lib/client/landscape-queries'
import { OVERVIEW, shootPage, shootsPage } from '@/lib/client/paths'
import { usePinnedProjects } from '@/lib/client/pinned-projects'
import { profileName, profilePath } from '@/lib/client/queries'
import {
  agoText,
  clockText,
  countOf,
  countText,
  dayText,
  HOUR,
  MINUTE,
  momentText,
  ms,
  SECOND,
  spanText,
} from '@/lib/client/time-text'
import { nodesText } from '@/lib/client/wording'
import type { TonightAnswer } from '@/lib/contract'
import { offsetText } from '@/lib/contract/zone'
import { pinForNight } from './nights'
import styles from './tonight.module.css'
import { foldedText, isShownNext, linesOf, ownFirst, ROWS_OF_A_BOARD, type Row, resultText, stepText } from './words'

/** The garden was heard of within this time: what is open is known to be. */
const HEARD = 5 * MINUTE

/** The night as a board for a large screen: windows as they open, what each does, what became of it. */
export function TonightBoard() {
  const at = useAt()
  const zone = useZone()
  const router = useRouter()
  const query = useQuery({
    ...landscapeQueries.tonight({ at, zone }),
    placeholderData: keepPreviousData,
    refetchInterval: at === undefined && untilNextMinute,
  })
  const data = useByMinute(query.data)
  const go = useNights(data)
  useKeys({
    Escape: () => leaveFor(() => router.push(withAt(OVERVIEW, at))),
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
  })
  useScreenAwake()
  return (
    <div className={styles.board} data-board>
      <div className={styles.head}>
        <h1>Tonight</h1>
        {data === undefined ? null : (
          <>
            <span className="muted">
              {momentText(data.begin, zone, data.at)} to {momentText(data.end, zone, data.at)}{' '}
              {offsetText(zone, ms(data.begin))}
            </span>
            <span className={styles.nights}>
              <IconButton icon="left" label="Night before" onClick={() => go(-1)} />
              <IconButton icon="right" label="Next night" onClick={() => go(1)} />
              {at === undefined ? null : (
                <Button small onClick={() => go(0)}>
                  Back to now
                </Button>
              )}
            </span>
          </>
        )}
        <span className="grow" />
        <Heard />
        <Link href={withAt(OVERVIEW, at)} className={styles.leave}>
          <kbd>Esc</kbd> leaves the board
        </Link>
        <TakeAway at={data?.at} />
        <CopyLink at={data?.at} />
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
        <Night answer={data} />
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
  const zone = useZone()
  const { figures, next } = answer
  return (
    <>
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
            <FigureValue look="zero" value="–" note="nothing is ahead within a year" />
          ) : (
            <FigureValue
              value={spanText(ms(next.at) - now, 'short')}
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
          <FigureValue value={<time>{clockText(now, zone)}</time>} note={dayText(now, zone, { weekday: true })} />
        </Figure>
      </Figures>
      {answer.rows.length === 0 ? <Quiet answer={answer} /> : <Board answer={answer} now={now} />}
    </>
  )
}

function rollText(nodes: TonightAnswer['figures']['open']['nodes']): string {
  return nodes.max === 0 ? '' : `, ${nodesText(nodes)}`
}

function Quiet({ answer }: { readonly answer: TonightAnswer }) {
  const zone = useZone()
  const { next } = answer
  return (
    <p className={styles.quiet}>
      <b>No window opens tonight.</b>{' '}
      {next === null
        ? 'Nothing is ahead within a year.'
        : `Next: ${next.project} / ${next.name}, ${momentText(next.at, zone, answer.at)}.`}
    </p>
  )
}

function Board({ answer, now }: { readonly answer: TonightAnswer; readonly now: number }) {
  const zone = useZone()
  const [isWhole, setWhole] = useState(false)
  const isKnown = useIsHeard()
  const rows = ownFirst(answer.rows, usePinnedProjects())
  const lines = linesOf(rows, now, isWhole)
  const scale = scaleOf(answer)
  const hours = Array.from({ length: Math.round((ms(answer.end) - ms(answer.begin)) / HOUR / 2) + 1 }, (_, i) =>
    Math.min(ms(answer.begin) + i * 2 * HOUR, ms(answer.end)),
  )
  const isInside = now >= ms(answer.begin) && now <= ms(answer.end)
  const style = { '--now': isInside ? scale(now) : '-1' } as CSSProperties
  return (
    <>
      <table className={styles.table} style={style} data-now={isInside || undefined}>
        <caption className="visually-hidden">Windows of this night, by profile</caption>
        <thead>
          <tr>
            <th scope="col">Profile</th>
            <th scope="col">Project / cluster</th>
            <th scope="col">What it does</th>
            <th scope="col" className={styles.track}>
              <span className="visually-hidden">Window</span>
              <span className={styles.scale} aria-hidden="true">
                {hours
                  .filter((hour) => !isInside || Math.abs(hour - now) > 1.5 * HOUR)
                  .map((hour) => (
                    <span key={hour} style={{ '--from': scale(hour) } as CSSProperties}>
                      {clockText(hour, zone) === '00:00'
                        ? dayText(hour, zone, { weekday: true, now: hour }).slice(0, 3)
                        : clockText(hour, zone)}
                    </span>
                  ))}
                {isInside ? <b>{clockText(now, zone)}</b> : null}
              </span>
            </th>
            <th scope="col">Result, or when</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => {
            const profile = profileName(line.kind === 'row' ? line.row.profile : line.profile)
            const before = lines[i - 1]
            const isFirst =
              before === undefined ||
              profileName(before.kind === 'row' ? before.row.profile : before.profile) !== profile
            return line.kind === 'row' ? (
              <Fragment
                key={`${line.row.lead.namespace}/${line.row.lead.name} ${line.row.window.begin} ${line.row.kind}`}
              >
                <BoardRow
                  row={line.row}
                  profile={profile}
                  isFirst={isFirst}
                  result={resultText(line.row, now, zone, isKnown)}
                  scale={scale}
                  now={now}
                />
                {line.row.failureReason === null ? null : (
                  <tr className={styles.said} data-state="failed">
                    <th scope="row">
                      <span className="visually-hidden">{profile}</span>
                    </th>
                    <td colSpan={4} title={line.row.failureReason}>
                      {line.row.failureReason}
                    </td>
                  </tr>
                )}
              </Fragment>
            ) : (
              <tr key={`folded ${profile}`} data-first={isFirst || undefined} className={styles.folded}>
                <th scope="row">{isFirst ? profile : <span className="visually-hidden">{profile}</span>}</th>
                <td colSpan={4}>
                  <span className={styles.onPhone}>{profile}: </span>
                  {foldedText(line)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles.foot}>
        <Legend />
        <span className="grow" />
        {answer.rows.length > ROWS_OF_A_BOARD ? (
          <Button small onClick={() => setWhole(!isWhole)} aria-pressed={isWhole}>
            All {countText(answer.rows.length)} rows
          </Button>
        ) : null}
        <span className="muted">
          {answer.left > 0 ? `${countText(answer.left)} rows are left out. ` : ''}
          {countOf(answer.figures.windows, 'window')} of tonight, {countOf(answer.figures.clusters, 'cluster')}
        </span>
      </div>
    </>
  )
}

interface BoardRowProps {
  readonly row: Row
  readonly profile: string
  readonly isFirst: boolean
  readonly result: string
  readonly scale: (at: number) => string
  readonly now: number
}

function BoardRow({ row, profile, isFirst, result, scale, now }: BoardRowProps) {
  const zone = useZone()
  const { lead, project, clusters, kind, state, window } = row
  const others = clusters - 1
  const isBad = state === 'failed' || state === 'willFail' || row.cause !== null
  const bar = { '--from': scale(ms(window.begin)), '--to': scale(ms(window.end)) } as CSSProperties
  const gone = Math.max(0, Math.min(1, (now - ms(window.begin)) / (ms(window.end) - ms(window.begin))))
  const clock = `${clockText(window.begin, zone)}–${clockText(window.end, zone)}`
  return (
    <tr data-state={state} data-bad={isBad || undefined} data-first={isFirst || undefined}>
      <th scope="row">{isFirst ? profile : <span className="visually-hidden">{profile}</span>}</th>
      <td className={styles.name}>
        <EventGlyph kind={state === 'done' ? 'done' : kind} named />
        <Link href={shootPage(lead)} className={styles.cluster} title={`${project} / ${lead.name}`}>
          <span className={styles.project}>{project} /</span> <b className={styles.own}>{lead.name}</b>
        </Link>
        {others > 0 ? (
          <Link
            href={shootsPage({ project: [project], profile: [profilePath(row.profile)] })}
            aria-label={`${countOf(clusters, 'cluster')} of ${project}`}
          >
            +{countText(others)}
          </Link>
        ) : null}
      </td>
      <td className={styles.step} title={stepText(row)}>
        {stepText(row)}
      </td>
      <td className={styles.track}>
        <span className={styles.bar} style={bar}>
          {state === 'open' ? <i style={{ width: `${gone * 100}%` }} /> : null}
        </span>
        <span className={styles.hours}>{clock}</span>
      </td>
      <td className={styles.result} title={result}>
        {state === 'failed' ? <Icon name="stop" /> : state === 'done' ? <Icon name="check" /> : null}
        {result}
      </td>
    </tr>
  )
}

const LEGEND = [
  { state: 'open', text: 'open, filled: time gone' },
  { state: 'toCome', text: 'to come' },
  { state: 'done', text: 'done' },
  { state: 'failed', text: 'failed' },
  { state: 'willFail', text: 'will fail' },
] as const

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {LEGEND.map(({ state, text }) => (
        <li key={state} data-state={state}>
          <span className={styles.swatch}>{state === 'open' ? <i /> : null}</span>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** From the begin of the night to its end, as a share of the width. */
function scaleOf({ begin, end }: TonightAnswer): (at: number) => string {
  const [from, to] = [ms(begin), ms(end)]
  return (at) => Math.max(0, Math.min(1, (at - from) / (to - from))).toFixed(4)
}

function useFreshness() {
  const { data } = useStatus()
  const live = useLiveState()
  const now = useRunningClock(5 * SECOND)
  return { freshness: freshnessOf(data, live, now), lostAt: live.kind === 'lost' ? live.since : 0, now }
}

function useIsHeard(): boolean {
  const { freshness, lostAt, now } = useFreshness()
  return freshness.kind !== 'stale' || now - Math.max(freshness.observedAt, lostAt) < HEARD
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
