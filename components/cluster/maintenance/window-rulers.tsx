import type { WindowBody } from '@/lib/contract/common'
import { offsetMinutes, offsetText, type Zone } from '@/lib/contract/zone'
import { windowSpan } from '@/lib/words/next-maintenance'
import { clockText, HOUR, isoDay, ms, wallDayText } from '@/lib/words/time-text'
import { forYou, isAnyTime } from '@/lib/words/when'
import { css, percentAt, type TimeRange } from '../../timeline/range'
import styles from './rulers.module.css'

interface WindowRulersProps {
  readonly window: WindowBody
  readonly now: number
  /** The reader's. */
  readonly zone: Zone
}

/** The window on the cluster's clock and on the reader's; the last quarter of an hour, in which none begins, is hatched. */
export function WindowRulers({ window, now, zone }: WindowRulersProps) {
  if (isAnyTime(window)) return null
  const range = rulerRange(window, now)
  const [begin, end] = [ms(window.begin), ms(window.end)]
  const at = (instant: number) => css(percentAt(range, instant))
  const width = percentAt(range, end) - percentAt(range, begin)
  const isSame = offsetMinutes(zone, begin) === offsetMinutes(window.offset, begin)
  const yours = forYou(window, now, zone)
  const reserved = ((end - ms(window.latestStart)) / (end - begin)) * 100
  return (
    <figure className={styles.rulers} data-single={isSame || undefined} aria-label="The window on the clock">
      <div className={styles.names} aria-hidden="true">
        <span>
          <b>{isSame ? 'Cluster, you' : 'Cluster'}</b>
          {window.offset.replace('-', '−')}
        </span>
        {isSame ? null : (
          <span>
            <b>You</b>
            {offsetText(zone, begin)}
          </span>
        )}
      </div>
      <div className={styles.plot}>
        <Ticks ticks={rulerTicks(range, window.offset)} at={at} />
        <span className={styles.window} style={{ left: at(begin), width: css(width) }}>
          <i style={{ width: css(reserved) }} />
        </span>
        <span className={styles.text} style={{ left: at(end) }}>
          <b>{windowSpan(window)}</b>, daily
          {yours === null ? null : <span className="muted">{yours}</span>}
        </span>
        {isSame ? null : <Ticks ticks={rulerTicks(range, zone)} at={at} isLower />}
        {now >= range.from && now <= range.to ? (
          <span className={styles.now} style={{ left: at(now) }}>
            <span>now</span>
          </span>
        ) : null}
      </div>
    </figure>
  )
}

interface TicksProps {
  readonly ticks: readonly RulerTick[]
  readonly at: (instant: number) => string
  readonly isLower?: boolean
}

function Ticks({ ticks, at, isLower = false }: TicksProps) {
  return (
    <div className={styles.ticks} data-lower={isLower || undefined} aria-hidden="true">
      {ticks.map(({ at: instant, label, isDay }) => (
        <span key={instant} className={isDay ? 'bold' : 'faint'} style={{ left: at(instant) }}>
          {label}
        </span>
      ))}
    </div>
  )
}

/** So far from now the begin may be for now to be drawn too. */
const NEAR = 12 * HOUR
const AFTER = 3 * HOUR
/** Of what comes before, so that there is room for the words beside the window. */
const SHARE_AFTER = 0.4

/** Whole hours on the cluster's clock around a window, with now where that is near. */
export function rulerRange(window: WindowBody, now: number): TimeRange {
  const begin = ms(window.begin)
  const isNear = begin - now <= NEAR
  const from = isNear ? Math.min(now - HOUR, begin - HOUR) : begin - AFTER
  const end = ms(window.end)
  const after = Math.max(AFTER, (end - from) * SHARE_AFTER)
  const shift = offsetMinutes(window.offset, begin) * 60_000
  return {
    from: Math.floor((from + shift) / HOUR) * HOUR - shift,
    to: Math.ceil((end + after + shift) / HOUR) * HOUR - shift,
  }
}

interface RulerTick {
  readonly at: number
  readonly label: string
  /** A day begins with it, or since the one before. */
  readonly isDay: boolean
}

const STEPS = [1, 2, 3, 4, 6]

/** The same instants on the clock of a zone: a tick each hour or every few, the first of a day with its name. */
export function rulerTicks({ from, to }: TimeRange, zone: Zone): readonly RulerTick[] {
  const hours = (to - from) / HOUR
  const step = (STEPS.find((one) => hours / one <= 10) ?? 6) * HOUR
  const ticks: RulerTick[] = []
  for (let at = from; at < to; at += step) {
    const isDay = at > from && isoDay(at, zone) !== isoDay(at - step, zone)
    const clock = clockText(at, zone)
    const day = wallDayText(at, zone, { weekday: true, now: at })
    ticks.push({ at, isDay, label: !isDay ? clock : clock === '00:00' ? day : `${clock} ${day.slice(0, 3)}` })
  }
  return ticks
}
