import type { Zone } from '@/lib/contract/zone'
import type { MovementAnswer } from '@/lib/questions/overview/contract/movement'
import { countOf, countText, DAY, dayText, fromWall, monthText, ms } from '@/lib/words/time-text'
import { dayName } from './days'

/** The days before now: what happened, beside what had been expected. Today is the last of them, as far as it is over. */

export type Movement = MovementAnswer
export type PastDay = Movement['days'][number]

/** When a day begins in a zone, in milliseconds. */
export function startOfDay(date: string, zone: Zone): number {
  return fromWall(`${date}T00:00`, zone)
}

/** Part of a chart, in percent of its width. */
export interface Part {
  readonly left: number
  readonly width: number
}

/** What of the time between two instants was not recorded, in order. */
export function unrecorded(
  { since, gaps }: Pick<Movement, 'since' | 'gaps'>,
  from: number,
  to: number,
): readonly { readonly from: number; readonly to: number }[] {
  return [
    { from, to: since === null ? to : ms(since) },
    ...gaps.map((gap) => ({ from: ms(gap.from), to: gap.until === null ? to : ms(gap.until) })),
  ]
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.to > one.from)
}

/** Where the strip of `columns` days is hatched: the days of the past come first, and each is as wide as any other. */
export function hatchedParts(movement: Movement, columns: number): readonly Part[] {
  const { days, zone, at } = movement
  const starts = days.map(({ date }) => startOfDay(date, zone))
  const end = ms(at)
  const percentAt = (instant: number) => {
    const index = Math.max(
      0,
      starts.findLastIndex((start) => start <= instant),
    )
    const start = starts[index] ?? end
    return ((index + (instant - start) / Math.max(1, (starts[index + 1] ?? end) - start)) / columns) * 100
  }
  return unrecorded(movement, starts[0] ?? end, end).map(({ from, to }) => {
    const left = percentAt(from)
    return { left, width: percentAt(to) - left }
  })
}

/** `today so far`, `yesterday`, `11 days ago`; the last day is today. */
export function agoText(index: number, days: number): string {
  const ago = days - 1 - index
  return ago === 0 ? 'today so far' : ago === 1 ? 'yesterday' : `${ago} days ago`
}

/** `1 forced, 2 began to fail, 4 auto-updates, 1 by hand`; empty: nothing. */
function happenedText({ forced, rolling, fails, auto, byHand }: PastDay): string {
  return [
    forced > 0 ? `${countText(forced)} forced` : '',
    rolling > 0 ? `${rolling === forced ? 'all' : countText(rolling)} with nodes rolling` : '',
    fails > 0 ? `${countText(fails)} began to fail` : '',
    auto > 0 ? countOf(auto, 'auto-update') : '',
    byHand > 0 ? `${countText(byHand)} by hand` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** `8 forced, 1 to fail`, what was forecast 30 days earlier; null: it is not known. */
function expectedText({ expected }: PastDay): string | null {
  if (expected === null) return null
  const { forced, fails, auto } = expected
  const facts = [
    forced > 0 ? `${countText(forced)} forced` : '',
    fails > 0 ? `${countText(fails)} to fail` : '',
    auto > 0 ? countOf(auto, 'auto-update') : '',
  ]
  return facts.filter(Boolean).join(', ') || 'nothing'
}

/** What happened on a day, and what had been expected: `1 forced; expected 14 forced`. */
export function pastFacts(day: PastDay, isRecorded: boolean): string {
  const happened = happenedText(day) || (isRecorded ? 'nothing' : 'not recorded')
  const expected = expectedText(day)
  return expected === null ? happened : `${happened}; expected ${expected}`
}

/** Whether anything of a day is recorded. */
export function isRecordedDay(movement: Movement, index: number): boolean {
  const { days, zone, at } = movement
  const from = startOfDay(days[index]?.date ?? '', zone)
  const next = days[index + 1]
  const to = next === undefined ? ms(at) : startOfDay(next.date, zone)
  const missing = unrecorded(movement, from, to).reduce((sum, one) => sum + one.to - one.from, 0)
  return missing < to - from
}

/** `Tue 10 Nov, 11 days ago: 1 began to fail; expected 8 forced`, what a day is called to who does not see it. */
export function pastTitle(movement: Movement, index: number, first: string): string {
  const { days } = movement
  const day = days[index]
  if (day === undefined) return ''
  return `${dayName(day.date, first)}, ${agoText(index, days.length)}: ${pastFacts(day, isRecordedDay(movement, index))}`
}

/** What happened in these days beside what had been expected of them, in a sentence. */
export function pastSentence({ days, left, since, zone, at }: Movement): string {
  const known = days.flatMap(({ expected, forced, fails }) => (expected === null ? [] : { expected, forced, fails }))
  if (left > 0) return 'What had been expected of the last 30 days is being computed.'
  if (known.length === 0) {
    return since === null || ms(since) + 31 * DAY < ms(at)
      ? ''
      : `What was expected 30 days before is known from ${dayText(ms(since) + 31 * DAY, zone, { now: at })} on.`
  }
  const sum = (of: (day: (typeof known)[number]) => number) => known.reduce((all, day) => all + of(day), 0)
  const first = days.find(({ expected }) => expected !== null)?.date ?? ''
  const when = known.length === days.length ? 'In the last 30 days' : `Since ${dayName(first, at)}`
  const forced = countOf(
    sum((day) => day.forced),
    'forced update',
  )
  const fails = countOf(
    sum((day) => day.fails),
    'new failure',
  )
  const [ofForced, ofFails] = [sum((day) => day.expected.forced), sum((day) => day.expected.fails)]
  return `${when}: ${forced} (forecast 30 days earlier: ${countText(ofForced)}), ${fails} (forecast: ${countText(ofFails)}).`
}

/** Where months begin among these days, the first one with its month; not so near to today that the names would touch. */
export function pastMonths(days: readonly PastDay[]): readonly { readonly text: string; readonly position: number }[] {
  const begins = days.flatMap(({ date }, position) =>
    position === 0 || date.endsWith('-01') ? [{ text: monthText(date, 'UTC'), position }] : [],
  )
  return begins.filter(({ position }, i) => (begins[i + 1]?.position ?? days.length) - position >= NAME_DAYS)
}

/** So many days are as wide as the name of a month. */
const NAME_DAYS = 4
