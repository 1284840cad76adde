import { durationFault, parseDuration } from '@/lib/engine/duration'
import { DAY, MINUTE, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** When something is to be done again and again: at minutes of days by the clock of a place, or after so long each time. */
export type Cron =
  | {
      readonly kind: 'times'
      /** Of a day, 0 to 1439, ascending; never empty. */
      readonly minutes: readonly number[]
      readonly daysOfMonth: ReadonlySet<number>
      /** 1 to 12. */
      readonly months: ReadonlySet<number>
      /** 0 is Sunday. */
      readonly weekdays: ReadonlySet<number>
      /** Days of the month, or weekdays, are given with a star: then both must fit; else one of the two is enough. */
      readonly bothFit: boolean
    }
  | { readonly kind: 'every'; readonly milliseconds: number }

export type CronText =
  | { readonly kind: 'cron'; readonly cron: Cron }
  | { readonly kind: 'error'; readonly error: string }

interface Bounds {
  readonly min: number
  readonly max: number
  readonly names: Readonly<Record<string, number>>
}

const MINUTES: Bounds = { min: 0, max: 59, names: {} }
const HOURS: Bounds = { min: 0, max: 23, names: {} }
const DAYS: Bounds = { min: 1, max: 31, names: {} }
const MONTHS: Bounds = {
  min: 1,
  max: 12,
  names: { jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
}
const WEEKDAYS: Bounds = { min: 0, max: 6, names: { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 } }

const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

const EVERY = '@every '

class CronError extends Error {}

/**
 * Reads a cron text of five fields, or a descriptor such as `@daily`, as the API server and the controllers do
 * (docs/rules.md#hibernation); the error is in their words.
 */
export function parseCron(text: string): CronText {
  try {
    return { kind: 'cron', cron: text.startsWith('@') ? readDescriptor(text) : readFields(text) }
  } catch (error) {
    if (error instanceof CronError) return { kind: 'error', error: error.message }
    throw error
  }
}

function readDescriptor(text: string): Cron {
  const fields = DESCRIPTORS[text]
  if (fields !== undefined) return readFields(fields)
  if (!text.startsWith(EVERY)) throw new CronError(`Unrecognized descriptor: ${text}`)
  const nanoseconds = parseDuration(text.slice(EVERY.length))
  if (nanoseconds === null) {
    throw new CronError(`Failed to parse duration ${text}: ${durationFault(text.slice(EVERY.length))}`)
  }
  return { kind: 'every', milliseconds: Math.max(1, Math.floor(Number(nanoseconds / 1_000_000_000n))) * SECOND }
}

function readFields(text: string): Cron {
  if (text === '') throw new CronError('Empty spec string')
  const fields = text.split(/\s+/).filter((field) => field !== '')
  if (fields.length !== 5) throw new CronError(`Expected exactly 5 fields, found ${fields.length}: ${text}`)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  const minutes = readField(minute, MINUTES)
  const hours = readField(hour, HOURS)
  const daysOfMonth = readField(day, DAYS)
  const months = readField(month, MONTHS)
  const weekdays = readField(weekday, WEEKDAYS)
  const ofDay = [...hours.values].flatMap((one) => [...minutes.values].map((other) => one * 60 + other))
  return {
    kind: 'times',
    minutes: ofDay.sort((a, b) => a - b),
    daysOfMonth: daysOfMonth.values,
    months: months.values,
    weekdays: weekdays.values,
    bothFit: daysOfMonth.isStarred || weekdays.isStarred,
  }
}

interface Field {
  readonly values: ReadonlySet<number>
  readonly isStarred: boolean
}

function readField(text: string, bounds: Bounds): Field {
  const values = new Set<number>()
  let isStarred = false
  for (const expression of text.split(',').filter((part) => part !== '')) {
    const { start, end, step, star } = readRange(expression, bounds)
    for (let value = start; value <= end; value += step) values.add(value)
    isStarred ||= star
  }
  return { values, isStarred }
}

function readRange(text: string, { min, max, names }: Bounds) {
  const [range = '', stepText, ...more] = text.split('/')
  const [low = '', high, ...others] = range.split('-')
  const star = low === '*' || low === '?'
  const start = star ? min : readNumber(low, names)
  if (!star && others.length > 0) throw new CronError(`Too many hyphens: ${text}`)
  let end = star ? max : high === undefined ? start : readNumber(high, names)
  if (more.length > 0) throw new CronError(`Too many slashes: ${text}`)
  const step = stepText === undefined ? 1 : readNumber(stepText, {})
  // A single number with a step stands for all from there on.
  if (stepText !== undefined && high === undefined) end = max
  if (start < min) throw new CronError(`Beginning of range (${start}) below minimum (${min}): ${text}`)
  if (end > max) throw new CronError(`End of range (${end}) above maximum (${max}): ${text}`)
  if (start > end) throw new CronError(`Beginning of range (${start}) beyond end of range (${end}): ${text}`)
  if (step === 0) throw new CronError(`Step of range should be a positive number: ${text}`)
  return { start, end, step, star }
}

function readNumber(text: string, names: Bounds['names']): number {
  const name = text.toLowerCase()
  const named = Object.hasOwn(names, name) ? names[name] : undefined
  if (named !== undefined) return named
  if (!/^[+-]?\d{1,18}$/.test(text)) {
    const problem = /^[+-]?\d+$/.test(text) ? 'value out of range' : 'invalid syntax'
    throw new CronError(`Failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: ${problem}`)
  }
  const number = Number(text)
  if (number < 0) throw new CronError(`Negative number (${number}) not allowed: ${text}`)
  return number
}

/** So many days ahead it is looked for; beyond, there is none, as on 30 February. */
const DAYS_AHEAD = 5 * 366

/** The first time after the instant, by the clock of the zone; infinity if there is none within five years. */
export function nextTime(cron: Cron, zone: Zone, after: Instant): Instant {
  if (cron.kind === 'every') return Math.floor(after / SECOND) * SECOND + cron.milliseconds
  const first = localDay(zone, after)
  for (let day = first; day <= first + DAYS_AHEAD; day++) {
    if (!isOn(cron, day)) continue
    let next = Number.POSITIVE_INFINITY
    for (const minute of cron.minutes) {
      // A clock that goes back shows a time twice, one that goes forward leaves some out.
      for (const instant of instantsOf(zone, day * DAY + minute * MINUTE)) {
        if (instant > after && instant < next) next = instant
      }
    }
    if (next < Number.POSITIVE_INFINITY) return next
  }
  return Number.POSITIVE_INFINITY
}

/** The last time up to the instant, itself included, and after `since`; null: there is none. */
export function lastTime(cron: Cron, zone: Zone, at: Instant, since: Instant): Instant | null {
  if (cron.kind === 'every') return null
  for (let day = localDay(zone, at); day >= localDay(zone, since); day--) {
    if (!isOn(cron, day)) continue
    let last = Number.NEGATIVE_INFINITY
    for (const minute of cron.minutes) {
      for (const instant of instantsOf(zone, day * DAY + minute * MINUTE)) {
        if (instant <= at && instant > last) last = instant
      }
    }
    if (last > since) return last
    if (last > Number.NEGATIVE_INFINITY) return null
  }
  return null
}

/** `day`: counted from 1970-01-01, whatever the zone. */
function isOn({ daysOfMonth, months, weekdays, bothFit }: Cron & { kind: 'times' }, day: number): boolean {
  const date = new Date(day * DAY)
  if (!months.has(date.getUTCMonth() + 1)) return false
  const [onDay, onWeekday] = [daysOfMonth.has(date.getUTCDate()), weekdays.has(date.getUTCDay())]
  return bothFit ? onDay && onWeekday : onDay || onWeekday
}

/** How far the clocks of a place are ahead of UTC, in milliseconds, at an instant. */
export interface Zone {
  readonly name: string
  readonly aheadAt: (at: Instant) => number
}

export const UTC: Zone = { name: 'UTC', aheadAt: () => 0 }

/**
 * The zone of that name in the database of time zones; null if it has none. `Local` and no name at all mean UTC, as the clocks of
 * Gardener's controllers show it.
 */
export function zoneNamed(name: string): Zone | null {
  if (name === '' || name === 'UTC' || name === 'Local') return UTC
  // What begins with a sign is an offset here, and no name there.
  if (!/^[A-Za-z]/.test(name)) return null
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  } catch {
    return null
  }
  // Here the case of a name does not matter, there it does.
  const { timeZone } = format.resolvedOptions()
  if (timeZone !== name && timeZone.toLowerCase() === name.toLowerCase()) return null
  return { name, aheadAt: rememberedBy((at) => aheadBy(format, at)) }
}

function aheadBy(format: Intl.DateTimeFormat, at: Instant): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE) * MINUTE
}

/** Between two midnights with the same offset there is no other; only days on which clocks change are looked at closely. */
function rememberedBy(aheadAt: (at: Instant) => number): Zone['aheadAt'] {
  const midnights = new Map<number, number>()
  const atMidnight = (day: number): number => {
    const known = midnights.get(day) ?? aheadAt(day * DAY)
    midnights.set(day, known)
    return known
  }
  return (at) => {
    const day = Math.floor(at / DAY)
    const before = atMidnight(day)
    return before === atMidnight(day + 1) ? before : aheadAt(at)
  }
}

/** The day that a clock of the zone shows, counted from 1970-01-01. */
function localDay(zone: Zone, at: Instant): number {
  return Math.floor((at + zone.aheadAt(at)) / DAY)
}

/** When a clock of the zone shows a time (given as if it were UTC): once, twice where it went back, never where it went forward. */
function instantsOf(zone: Zone, shown: number): readonly Instant[] {
  const offsets = new Set([zone.aheadAt(shown - DAY), zone.aheadAt(shown + DAY)])
  return [...offsets].map((ahead) => shown - ahead).filter((at) => at + zone.aheadAt(at) === shown)
}
