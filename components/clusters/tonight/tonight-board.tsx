'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMoment, useNow, usePin, usePinned, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { useFreshness } from '@/lib/browser/live'
import { useUrlState } from '@/lib/browser/url-state'
import type { NodeRange } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import { firstAt, offsetText, wallTime } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { clustersQueries } from '@/lib/questions/queries'
import { capitalized, WITHIN_HORIZON } from '@/lib/words/phrases'
import {
  agoText,
  clockText,
  countText,
  DAY,
  HOUR,
  MINUTE,
  momentText,
  ms,
  relativeText,
  SECOND,
  type Time,
  wallDayText,
} from '@/lib/words/time-text'
import { groupText, nightText, quietNightText, TONIGHT_WORDS, type TonightState } from '@/lib/words/tonight'
import { allNodes, rollText } from '@/lib/words/wording'
import { rowsFile } from '../../take-away/server-file'
import { TakeAway } from '../../take-away/take-away'
import { Button, IconButton } from '../../ui/button'
import { lateIf, QueryError } from '../../ui/error-part'
import { optionsOf, Select } from '../../ui/fields'
import { ClusterLink } from '../../ui/link'
import { NoCluster } from '../../ui/not-found'
import { PageHead } from '../../ui/page-head'
import { Empty, SkeletonBars } from '../../ui/parts'
import clustersStyles from '../clusters.module.css'
import { ClustersViews } from '../clusters-views'
import { FilterBar, type FilterBarProps } from '../filter-bar'
import { type ClusterFilters, type FilterValues, hasFilters, NO_FILTERS, nightQueryOf } from '../filters'
import { NIGHT_GROUPS, NIGHT_SORTS, type NightOrder } from './lines'
import styles from './tonight.module.css'
import { isShownNext, type NightHandle, TonightTable } from './tonight-table'

interface TonightBoardProps {
  readonly filters: ClusterFilters
  readonly onFilters: (filters: ClusterFilters) => void
}

/** The night: windows as they open, what each does, what became of it. With `board` in the address as a board for a large screen. */
export function TonightBoard({ filters, onFilters }: TonightBoardProps) {
  const moment = useMoment()
  const pinned = usePinned()
  const zone = useZone()
  const { params, set } = useUrlState()
  const isBoard = params.has('board')
  const asked = nightQueryOf(filters, moment, zone)
  const bar = useRef<{ readonly focus: () => void }>(null)
  const query = useQuery({
    ...clustersQueries.tonight(asked),
    placeholderData: keepPreviousData,
    refetchInterval: pinned === undefined && untilNextMinute,
  })
  const data = useByMinute(query.data, query.isPlaceholderData ? undefined : JSON.stringify(asked))
  // What was shown before answers another question.
  const hasFailed = query.isError && query.data === undefined
  const go = useNights(data)
  const now = useNow(MINUTE)
  const table = useRef<NightHandle>(null)
  const isEmpty = data?.rows.length === 0
  const isFiltered = hasFilters(filters)
  const { data: counts } = useQuery(clustersQueries.views({ ...moment, zone, project: [...filters.project] }))
  // The table draws the rows in sight alone. What is done is in no list of what is ahead.
  const files = [rowsFile('Clusters with something ahead in the night', { ...asked, within: 'tonight' })]
  const leave = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    set({ board: undefined }, 'push')
  }
  useKeys({
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    j: () => table.current?.move(1),
    k: () => table.current?.move(-1),
    f: () => bar.current?.focus(),
    ...(isBoard && { Escape: leave }),
  })
  const night =
    data === undefined ? null : (
      <div className={`bar ${styles.nights}`}>
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
  const order = {
    group: isBoard ? 'state' : (wordOf(NIGHT_GROUPS, params.get('group')) ?? 'state'),
    sort: isBoard ? 'attention' : (wordOf(NIGHT_SORTS, params.get('sort')) ?? 'attention'),
  } satisfies NightOrder
  const bars = (
    <search className={clustersStyles.tools}>
      <NightFilters filters={filters} onChange={onFilters} handle={bar} />
      <Select
        label="Group by"
        value={order.group}
        options={optionsOf(NIGHT_GROUPS)}
        onChange={(group) => set({ group: group === 'state' ? undefined : group })}
      />
      <Select
        label="Sort by"
        value={order.sort}
        options={optionsOf(NIGHT_SORTS)}
        onChange={(sort) => set({ sort: sort === 'attention' ? undefined : sort })}
      />
    </search>
  )
  const body = hasFailed ? (
    <QueryError query={query} />
  ) : data === undefined ? (
    <SkeletonBars widths={['100%', '94%', '98%', '90%', '96%', '88%']} height="24px" />
  ) : counts?.all === 0 && !isFiltered ? (
    <NoCluster />
  ) : (
    <>
      <div className="bar">
        <Counts answer={data} isBoard={isBoard} now={now} onShow={(state) => table.current?.show(state)} />
        {isEmpty || isBoard ? null : <NextLine answer={data} now={now} />}
      </div>
      {isEmpty && !isFiltered ? (
        <>
          <p className={styles.quiet}>{quietNightText(data)}</p>
          <NextLine answer={data} now={now} />
        </>
      ) : null}
      {isBoard || (isEmpty && !isFiltered) ? null : bars}
      {isEmpty && isFiltered ? (
        <Empty text="No cluster of this night matches.">
          <Button onClick={() => onFilters(NO_FILTERS)}>Clear the filters</Button>
        </Empty>
      ) : null}
      {isEmpty ? null : (
        <TonightTable key={`${isBoard}`} answer={data} now={now} isBoard={isBoard} order={order} handle={table} />
      )}
    </>
  )
  if (isBoard)
    return (
      <div className={`${styles.night} ${styles.board}`} data-board {...lateIf(query.isPlaceholderData)}>
        <ScreenAwake />
        <div className={`bar ${styles.head}`}>
          <h1>{data === undefined ? 'Tonight' : nightText(data)}</h1>
          {night}
          <span className="grow" />
          <Heard />
          <TakeAway of={data} files={files} />
          <Button small onClick={leave}>
            Leave the board <kbd>Esc</kbd>
          </Button>
          <WholeScreen />
        </div>
        {body}
      </div>
    )
  return (
    <div className={styles.night} {...lateIf(query.isPlaceholderData)}>
      <PageHead title="Clusters" facts={night}>
        <Button onClick={() => set({ board: '1' }, 'push')}>Board</Button>
        <TakeAway of={data} files={files} />
      </PageHead>
      <ClustersViews filters={filters} isTonight />
      {data === undefined || hasFailed ? bars : null}
      {body}
    </div>
  )
}

/** The server answers for another minute as soon as it begins. */
function untilNextMinute(): number {
  return MINUTE - (Date.now() % MINUTE) + SECOND / 4
}

/** What is shown of the answers that come. `asked`: what the answer is about; undefined: it is of the question before. */
function useByMinute(answer: TonightAnswer | undefined, asked: string | undefined): TonightAnswer | undefined {
  const [shown, setShown] = useState({ answer, asked })
  const isOther = asked !== undefined && asked !== shown.asked
  const isNext = answer !== undefined && (isOther || isShownNext(shown.answer, answer))
  if (isNext && (isOther || answer !== shown.answer)) setShown({ answer, asked })
  return isNext ? answer : shown.answer
}

/**
 * The filters of the list. What can be chosen is what clusters have to which something is ahead in the night; how many each would leave
 * is not told, as the list counts none that are done.
 */
function NightFilters({ filters, onChange, handle }: Omit<FilterBarProps, 'facets'>) {
  const moment = useMoment()
  const zone = useZone()
  const { data } = useQuery({
    ...clustersQueries.shoots({ ...nightQueryOf(filters, moment, zone), within: 'tonight', limit: 1 }),
    placeholderData: keepPreviousData,
  })
  const facets = data === undefined ? null : uncounted({ ...data.facets, within: [] })
  return <FilterBar filters={filters} onChange={onChange} facets={facets} handle={handle} />
}

/** The word that an address has, where it is one of those known. */
function wordOf<T extends string>(words: Readonly<Record<T, string>>, asked: string | null): T | undefined {
  return optionsOf(words).find(({ value }) => value === asked)?.value
}

function uncounted(facets: FilterValues): FilterValues {
  const values = Object.entries(facets).map(([name, all]) => [
    name,
    all.filter(({ count }) => count !== 0).map(({ value }) => ({ value, count: null })),
  ])
  return Object.fromEntries(values) as FilterValues
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

function Heard() {
  const { freshness, now } = useFreshness()
  if (freshness.kind === 'stale') return <span className="bad">read {agoText(freshness.observedAt, now)}</span>
  if (freshness.kind !== 'live') return null
  return (
    <span className="muted">
      <span className="live" />
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

/** A board that is not touched stays lit, where the browser can do that. */
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

interface CountsProps extends NightProps {
  readonly now: number
  readonly onShow: (state: TonightState) => void
}

/** How many clusters are how far, each the way to them, what opens next, and on a board the time. */
function Counts({ answer, now, isBoard, onShow }: CountsProps) {
  const zone = useZone()
  const { open, failed, toCome, done, willFail } = answer.figures
  // Rows of one state that fail are in order of time.
  const firstToFail = answer.rows.find(({ state }) => state === 'willFail')?.windows[0]?.begin
  const ahead = answer.rows.filter(({ state }) => state === 'toCome')
  const counts: Readonly<Record<TonightState, readonly [count: number, note: string]>> = {
    open: [open.clusters, rollNote(open.nodes)],
    failed: [failed.clusters, `since ${clockText(answer.begin, zone)}`],
    willFail: [willFail, firstToFail === undefined ? '' : `the first ${soonText(ms(firstToFail), now, zone)}`],
    toCome: [toCome.clusters - willFail, groupText('toCome', ahead)],
    done: [done.clusters, rollNote(done.nodes)],
  }
  return (
    <dl className={styles.counts}>
      {(['open', 'failed', 'willFail', 'toCome', 'done'] as const).map((state) => {
        const [count, note] = counts[state]
        const isBad = state === 'failed' || state === 'willFail'
        return (
          <div key={state} data-state={state} className={count === 0 ? 'faint' : isBad ? 'bad' : undefined}>
            <dt>{TONIGHT_WORDS[state]}</dt>
            <dd>
              {count === 0 || isBoard ? (
                countText(count)
              ) : (
                <button
                  type="button"
                  aria-label={`${countText(count)} ${TONIGHT_WORDS[state]}`}
                  onClick={() => onShow(state)}
                >
                  {countText(count)}
                </button>
              )}
            </dd>
            {isBoard && note !== '' ? <dd className="muted">{note}</dd> : null}
          </div>
        )
      })}
      {isBoard ? (
        <div>
          <dt>{wallDayText(now, zone, { weekday: true })}</dt>
          <dd>
            <time>{clockText(now, zone)}</time>
          </dd>
          <dd className="muted">{rollNote(nodesOf(answer))}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** `Next: media / origin-apac, in 30 min. Up to 80 nodes roll in this night.` */
function NextLine({ answer, now }: { readonly answer: TonightAnswer; readonly now: number }) {
  const { next } = answer
  const zone = useZone()
  const nodes = nodesOf(answer)
  return (
    <p className="muted">
      {next === null ? (
        `Nothing is ahead ${WITHIN_HORIZON}.`
      ) : (
        <>
          Next:{' '}
          <b>
            <ClusterLink of={next} />
            {next.clusters > 1 ? ` and ${countText(next.clusters - 1)} more` : ''}, {soonText(ms(next.at), now, zone)}.
          </b>
        </>
      )}
      {nodes.max === 0 ? '' : ` ${capitalized(rollText(nodes))} in this night.`}
    </p>
  )
}

function soonText(at: number, now: number, zone: string): string {
  return at - now < 12 * HOUR ? relativeText(at, now) : momentText(at, zone, now)
}

/** The nodes of all that happens in the night. */
function nodesOf({ figures: { open, failed, toCome, done } }: TonightAnswer): NodeRange {
  return allNodes([open, failed, toCome, done])
}

function rollNote(nodes: NodeRange): string {
  return nodes.max === 0 ? '' : rollText(nodes)
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
