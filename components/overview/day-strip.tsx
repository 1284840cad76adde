'use client'

import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from '@/components/ui/link'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { ACCURACY } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import { onWire } from '@/lib/contract/dates'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { dayAgoText, dayName, pastFacts, pastSentence } from '@/lib/words/overview'
import { DAY, fullText, ms } from '@/lib/words/time-text'
import { Swatch } from '../charts/count-looks'
import { DayRange } from '../charts/day-range'
import { LazyBars } from '../charts/lazy-charts'
import { keptLabels } from '../timeline/ticks'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import { useIsTable, ViewSwitch } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { Legend, SkeletonBar } from '../ui/parts'
import { Section } from '../ui/section'
import { useOverviewThen, useShootsPage } from './addresses'
import { DayMoves, DayReadout, DayTable, PastTable } from './day-table'
import {
  BAR_WIDTH,
  busiestDay,
  dayBegin,
  dayColumns,
  dayFilter,
  hatchedParts,
  isEmptyDay,
  isRecordedDay,
  keptFigures,
  mondayLabels,
  monthBegins,
  type OverviewDay,
  type OverviewMonth,
  type PastMovement,
} from './days'
import styles from './overview.module.css'

export interface DayStripProps {
  /** The days, at least one; the first is today. */
  readonly days: readonly OverviewDay[]
  readonly months: readonly OverviewMonth[]
  readonly zone: Zone
  readonly at: string
  /** What happened before; undefined as long as it is not known. */
  readonly movement: PastMovement | undefined
}

/**
 * Forced updates per day, ahead and as recorded; what the chosen day holds is said above them, with the way to its clusters, or to the
 * page as it was known when a day that is over began. Days are counted from today: those before are negative, and what of today is
 * over is the last of these.
 */
export function DayStrip({ days, months, zone, at, movement }: DayStripProps) {
  const pageOf = useShootsPage()
  const isTable = useIsTable()
  const [chosen, setSelected] = useState(() => busiestDay(days))
  const [pointed, setPointed] = useState<number>()
  // Around midnight one of the two may be of the day before.
  const past = movement?.days.at(-1)?.date === days[0]?.date ? movement : undefined
  const before = past?.days.length ?? 0
  const selected = Math.max(chosen, -before)
  const index = pointed ?? selected
  const shown = days[index]
  const hasFails = [...(past?.days ?? []), ...days].some((day) => day.fails > 0)
  const hatched = useMemo(() => (past ? hatchedParts(past) : []), [past])
  const from = past ? dayBegin(past.days[0]?.date ?? '', zone) : ms(at)
  const to = ms(at) + 90 * DAY
  return (
    <Section
      title="Next 90 days"
      note={`${hasFails ? 'forced updates and new failures' : 'forced updates'} per day, days ${zoneName(zone, from, to)}`}
      actions={
        <>
          {isTable ? null : (
            <Legend
              items={[
                { sign: <Swatch look="m-5" />, text: 'nodes roll' },
                { sign: <Swatch look="striped" />, text: 'no node rolls' },
                ...(hasFails ? [{ sign: <Swatch look="failing" />, text: 'begins to fail' }] : []),
              ]}
            />
          )}
          <ViewSwitch drawn="Chart" />
        </>
      }
      {...(isTable ? {} : chartMark('Next 90 days', { from, to }))}
    >
      {isTable ? (
        <DayTable days={days} months={months} />
      ) : (
        <>
          <div className={styles.readout}>
            <p className="muted" aria-live="polite">
              {shown ? <DayReadout day={shown} index={index} first={days[0]?.date ?? shown.date} /> : null}
              {past && index < 0 ? (
                <PastReadout movement={past} index={before + index} first={days[0]?.date ?? ''} />
              ) : null}
            </p>{' '}
            {shown && !isEmptyDay(shown) ? (
              <Link className="link" href={pageOf(dayFilter(shown))}>
                Show its clusters
              </Link>
            ) : null}
            {past && index < 0 ? <ThenLink movement={past} index={before + index} /> : null}
          </div>
          <Strip
            days={days}
            past={past}
            hatched={hatched}
            selected={selected}
            onSelect={setSelected}
            onPoint={setPointed}
          />
        </>
      )}
      <PastLine movement={movement} past={past} isHatched={hatched.length > 0} zone={zone} />
      {past && isTable ? <PastTable movement={past} first={days[0]?.date ?? ''} /> : null}
    </Section>
  )
}

interface PastDayProps {
  readonly movement: PastMovement
  /** The position of the day. */
  readonly index: number
}

/** `Tue 10 Nov, 11 days ago: 1 began to fail; expected 8 forced. gcp 1.31.14 fails 1` */
function PastReadout({ movement, index, first }: PastDayProps & { readonly first: string }) {
  const day = movement.days[index]
  if (day === undefined) return null
  return (
    <>
      <b>{dayName(day.date, first)}</b>, {dayAgoText(index, movement.days.length)}:{' '}
      {pastFacts(day, isRecordedDay(movement, index))}
      {day.top.length > 0 ? '. ' : null}
      <DayMoves day={day} />
    </>
  )
}

function ThenLink({ movement, index }: PastDayProps) {
  const href = useOverviewThen()(seenOn(movement, index))
  return href === undefined ? null : (
    <a className="link" href={BASE_PATH + href}>
      As known then
    </a>
  )
}

/** When a day began; undefined: nothing had been recorded by then. */
function seenOn({ days, zone, since }: PastMovement, index: number): string | undefined {
  const begin = dayBegin(days[index]?.date ?? '', zone)
  return since !== null && ms(since) <= begin ? onWire(begin) : undefined
}

interface PastLineProps {
  readonly movement: PastMovement | undefined
  /** The past, if the strip has its days. */
  readonly past: PastMovement | undefined
  readonly isHatched: boolean
  readonly zone: Zone
}

/** The way to what became of forecasts; what had been expected of these days, beside what happened, and the signs that only they have. */
function PastLine({ movement, past, isHatched, zone }: PastLineProps) {
  const isTable = useIsTable()
  const text = past === undefined ? '' : pastSentence(past)
  return (
    <div className={`small muted ${styles.pastLine}`}>
      <Link className="link" href={ACCURACY}>
        Were we right?
      </Link>
      {past && past.left > 0 && <SkeletonBar width="60%" height="1rem" />}
      {text === '' ? null : (
        <>
          <p>{text}</p>
          <Link className="link" href={`${ACCURACY}?before=30&days=30`}>
            What came in between
          </Link>
        </>
      )}
      {movement?.since && movement.days.length === 0 ? <p>Recorded since {fullText(movement.since, zone)}.</p> : null}
      <span className="grow" />
      {isTable || past === undefined ? null : (
        <Legend
          items={[
            { sign: <Swatch look="dashed" />, text: 'expected 30 days before' },
            ...(isHatched ? [{ sign: <Swatch look="hatched" />, text: 'not recorded' }] : []),
          ]}
        />
      )}
    </div>
  )
}

/** `in +01:00`, or the zone's name when its offset changes within these days. */
function zoneName(zone: Zone, from: number, to: number): string {
  const offset = offsetText(zone, from)
  return offset === offsetText(zone, to) ? `in ${offset}` : `in ${zone}`
}

/** The height in pixels. */
const STRIP_HEIGHT = 98
/** How much is left out of a bar that is cut. */
const CUT = 3

interface StripProps {
  readonly days: readonly OverviewDay[]
  readonly past: PastMovement | undefined
  readonly hatched: ReturnType<typeof hatchedParts>
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly onPoint: (index: number | undefined) => void
}

/** The strip, which is not drawn again while a pointer moves over the days. */
const Strip = memo(function Strip({ days, past, hatched, selected, onSelect, onPoint }: StripProps) {
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const before = past?.days.length ?? 0
  const all = [...(past?.days ?? []), ...days]
  const columns = dayColumns(all)
  const width = useWidth(box)
  const measure = useMeasure()
  const room = width / columns.length
  const kept = keptFigures(columns, room, measure)
  const todayText = useNowWord('today', useZone())
  // What was before today is left of its word.
  const todayWidth = measure(todayText, 11, 600)
  const names = [
    { text: todayText, left: before * room - (before > 0 ? todayWidth + NAME_GAP : 0), rank: 0 },
    // Where there is no room for both, a month is named where it begins, and not that of which the last days are here.
    ...monthBegins(all).map(({ text, position }) => ({ text, left: position * room, rank: position > 0 ? 1 : 2 })),
  ]
  const isKept = keptLabels(
    names.map((one) => ({ ...one, right: one.left + measure(one.text, 11, 600) + NAME_GAP })),
    { gap: 0, width },
  )

  // Where it is wider than its place, today is what is seen first, and a few days before.
  useEffect(() => {
    const { current } = frame
    if (current && before > 0) current.scrollLeft = (before / (before + days.length)) * current.scrollWidth - LEAD
  }, [before, days.length])

  return (
    <div className="scrollx" ref={frame}>
      <div className={styles.stage} style={{ '--days': columns.length } as CSSProperties}>
        <div className={styles.days} ref={box}>
          <DayRange
            first={-before}
            last={days.length - 1}
            value={selected}
            text={dayName(all[before + selected]?.date ?? '', days[0]?.date ?? '')}
            onChange={onSelect}
            onPoint={onPoint}
          >
            {columns.map(({ date, isWeekend, isMonthStart }, position) => {
              // Where a month begins.
              const hasLine = isMonthStart && position > 0 && position !== before
              return isWeekend || hasLine ? (
                <i
                  key={`${position < before ? 'past ' : ''}${date}`}
                  className={[isWeekend && styles.weekend, hasLine && styles.month].filter(Boolean).join(' ')}
                  style={{ left: `${(position / columns.length) * 100}%`, width: `${100 / columns.length}%` }}
                />
              ) : null
            })}
            <LazyBars
              series={['m-5', 'bg', 'striped', 'failing']}
              columns={columns.map(({ rolling, kubelet, fails, expected, isCut, figure }, position) => {
                const isChosen = position === selected + before
                return {
                  at: position + 0.5,
                  counts: [rolling, isCut ? CUT : 0, kubelet, fails],
                  other: expected,
                  figure: kept[position] === true || isChosen ? figure : '',
                  look: isChosen ? ('chosen' as const) : undefined,
                }
              })}
              from={0}
              to={columns.length}
              top={STRIP_HEIGHT}
              width={Math.min(BAR_WIDTH, room * 0.8)}
              otherWidth={room}
              ticks={mondayLabels(all)}
              areas={[
                ...hatched.map((one) => ({ ...one, look: 'hatched' as const })),
                ...(before > 0 ? [{ from: 0, to: before, look: 'past' as const }] : []),
              ]}
              now={before > 0 ? before : undefined}
            />
          </DayRange>
        </div>
        <div className={styles.axis} aria-hidden="true">
          {names.map(({ text, left, rank }, i) =>
            isKept[i] ? (
              <b key={text} data-month={rank > 0 || undefined} style={{ left }}>
                {text}
              </b>
            ) : null,
          )}
        </div>
      </div>
    </div>
  )
})

/** How many pixels of the past are seen beside today if the strip is scrolled. */
const LEAD = 64

/** Behind a name on the axis, in pixels. */
const NAME_GAP = 5
