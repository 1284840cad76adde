import type { WindowBody } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import { offsetMinutes } from '@/lib/contract/zone'
import { clockText, HOUR, isoDay, ms, wallDayText } from '@/lib/words/time-text'
import type { TimeRange } from '../../timeline'

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

export interface RulerTick {
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
