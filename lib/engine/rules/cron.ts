import { durationFault, parseDuration } from '@/lib/engine/duration'
import { madeOnce } from '@/lib/engine/grouped'
import { DAY, HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** When something is to be done again and again: at minutes of days by the clock of a place, or after so long each time. */
export type CronSchedule =
  | {
      readonly kind: 'times'
      readonly minutes: ReadonlySet<number>
      readonly hours: ReadonlySet<number>
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
  | { readonly kind: 'cron'; readonly cron: CronSchedule }
  | { readonly kind: 'error'; readonly error: string }

interface CronBounds {
  readonly min: number
  readonly max: number
  readonly names: Readonly<Record<string, number>>
}

const MINUTES: CronBounds = { min: 0, max: 59, names: {} }
const HOURS: CronBounds = { min: 0, max: 23, names: {} }
const DAYS: CronBounds = { min: 1, max: 31, names: {} }
const MONTHS: CronBounds = {
  min: 1,
  max: 12,
  names: { jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
}
const WEEKDAYS: CronBounds = { min: 0, max: 6, names: { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 } }

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

function readDescriptor(text: string): CronSchedule {
  const fields = DESCRIPTORS[text]
  if (fields !== undefined) return readFields(fields)
  if (!text.startsWith(EVERY)) throw new CronError(`Unrecognized descriptor: ${text}`)
  const nanoseconds = parseDuration(text.slice(EVERY.length))
  if (nanoseconds === null) {
    throw new CronError(`Failed to parse duration ${text}: ${durationFault(text.slice(EVERY.length))}`)
  }
  return { kind: 'every', milliseconds: Math.max(1, Math.floor(Number(nanoseconds / 1_000_000_000n))) * SECOND }
}

/** White space as Go has it: with the next line of old, without the mark of a byte order. */
const SPACE = /(?:[^\S\ufeff]|\u0085)+/

function readFields(text: string): CronSchedule {
  if (text === '') throw new CronError('Empty spec string')
  const fields = text.split(SPACE).filter((field) => field !== '')
  if (fields.length !== 5) throw new CronError(`Expected exactly 5 fields, found ${fields.length}: ${text}`)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  const minutes = readField(minute, MINUTES)
  const hours = readField(hour, HOURS)
  const daysOfMonth = readField(day, DAYS)
  const months = readField(month, MONTHS)
  const weekdays = readField(weekday, WEEKDAYS)
  return {
    kind: 'times',
    minutes: minutes.values,
    hours: hours.values,
    daysOfMonth: daysOfMonth.values,
    months: months.values,
    weekdays: weekdays.values,
    bothFit: daysOfMonth.isStarred || weekdays.isStarred,
  }
}

interface CronField {
  readonly values: ReadonlySet<number>
  readonly isStarred: boolean
}

function readField(text: string, bounds: CronBounds): CronField {
  const values = new Set<number>()
  let isStarred = false
  for (const expression of text.split(',').filter((part) => part !== '')) {
    const { start, end, step, star } = readRange(expression, bounds)
    for (let value = start; value <= end; value += step) values.add(value)
    isStarred ||= star
  }
  return { values, isStarred }
}

function readRange(text: string, { min, max, names }: CronBounds) {
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

function readNumber(text: string, names: CronBounds['names']): number {
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

/** Beyond so many years there is no time, as on 30 February. */
const YEARS_AHEAD = 5

type CronTimes = CronSchedule & { kind: 'times' }

/** What is looked for first, and then within it. `clock`: what the zone's clock shows then, as if that were UTC. */
interface CronUnit {
  readonly fits: (cron: CronTimes, clock: Date) => boolean
  /** When this one begins. */
  readonly begin: (at: Instant, clock: Date, zone: CronZone) => Instant
  readonly next: (at: Instant, clock: Date, zone: CronZone) => Instant
  /** Whether it is the first of what it belongs to, which is then looked at anew. */
  readonly isFirst: (clock: Date) => boolean
}

const UNITS: readonly CronUnit[] = [
  {
    fits: ({ months }, clock) => months.has(clock.getUTCMonth() + 1),
    begin: (_, clock, zone) => instantOf(zone, Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth())),
    next: (_, clock, zone) => instantOf(zone, new Date(clock).setUTCMonth(clock.getUTCMonth() + 1)),
    isFirst: (clock) => clock.getUTCMonth() === 0,
  },
  {
    fits: isOn,
    begin: (_, clock, zone) => instantOf(zone, new Date(clock).setUTCHours(0, 0)),
    next: (_, clock, zone) => instantOf(zone, clock.getTime() + DAY),
    isFirst: (clock) => clock.getUTCDate() === 1,
  },
  {
    fits: ({ hours }, clock) => hours.has(clock.getUTCHours()),
    begin: (_, clock, zone) => instantOf(zone, new Date(clock).setUTCMinutes(0)),
    next: (at) => at + HOUR,
    isFirst: (clock) => clock.getUTCHours() === 0,
  },
  {
    fits: ({ minutes }, clock) => minutes.has(clock.getUTCMinutes()),
    begin: (at) => at,
    next: (at) => at + MINUTE,
    isFirst: (clock) => clock.getUTCMinutes() === 0,
  },
]

/**
 * The first time after the instant, by the clock of the zone; infinity if there is none within five years. A time that a clock shows
 * twice is two times, and one that it leaves out is none. Months and days are passed with the time that the clock shows: behind a
 * midnight that it leaves out days begin an hour off, so that a time, or the first of a month, may be missed (docs/rules.md#hibernation).
 */
export function nextTime(cron: CronSchedule, zone: CronZone, after: Instant): Instant {
  if (cron.kind === 'every') return Math.floor(after / SECOND) * SECOND + cron.milliseconds
  let at = (Math.floor(after / MINUTE) + 1) * MINUTE
  let clock = clockOf(zone, at)
  const lastYear = clock.getUTCFullYear() + YEARS_AHEAD
  let hasBegun = false
  for (let i = 0; i < UNITS.length; ) {
    const { fits, begin, next, isFirst } = UNITS[i] as CronUnit
    if (fits(cron, clock)) {
      i++
      continue
    }
    if (!hasBegun) at = begin(at, clock, zone)
    hasBegun = true
    at = next(at, clockOf(zone, at), zone)
    clock = clockOf(zone, at)
    if (!isFirst(clock)) continue
    if (clock.getUTCFullYear() > lastYear) return Number.POSITIVE_INFINITY
    i = 0
  }
  return at
}

function isOn({ daysOfMonth, weekdays, bothFit }: CronTimes, clock: Date): boolean {
  const [onDay, onWeekday] = [daysOfMonth.has(clock.getUTCDate()), weekdays.has(clock.getUTCDay())]
  return bothFit ? onDay && onWeekday : onDay || onWeekday
}

/** The last time up to the instant, itself included, and after `since`; null: there is none. */
export function lastTime(cron: CronSchedule, zone: CronZone, at: Instant, since: Instant): Instant | null {
  if (cron.kind === 'every') return null
  for (let back = DAY; ; back *= 8) {
    const from = Math.max(since, at - back)
    let last: Instant | null = null
    for (let next = nextTime(cron, zone, from); next <= at; next = nextTime(cron, zone, next)) last = next
    if (last !== null || from === since) return last
  }
}

/** How far the clocks of a place are ahead of UTC, in milliseconds, at an instant. */
export interface CronZone {
  readonly aheadAt: (at: Instant) => number
}

export const UTC: CronZone = { aheadAt: () => 0 }

/** How names of the database of time zones begin: by an area, or they are one of the old ones without. */
const ZONE = new RegExp(
  '^(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/[A-Z]|' +
    '(?:[CEMW]ET|[EHM]ST|(?:CST6C|EST5E|MST7M|PST8P)DT|GMT|UCT|PRC|RO[CK]|[A-Z][a-z]+$|GB|NZ|W-SU))',
)

/**
 * The zone of that name in the database of time zones; null if it has none. `Local` and no name at all mean UTC, as the clocks of
 * Gardener's controllers show it.
 */
export function zoneNamed(name: string): CronZone | null {
  if (name === '' || name === 'UTC' || name === 'Local') return UTC
  // An offset, `PST` and the like are zones here, and none there.
  if (!ZONE.test(name)) return null
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
  return { aheadAt: rememberedBy((at) => aheadBy(format, at)) }
}

function aheadBy(format: Intl.DateTimeFormat, at: Instant): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE) * MINUTE
}

/** Between two midnights with the same offset there is no other; only days on which clocks change are looked at closely. */
function rememberedBy(aheadAt: (at: Instant) => number): CronZone['aheadAt'] {
  const midnights = new Map<number, number>()
  const atMidnight = (day: number) => madeOnce(midnights, day, () => aheadAt(day * DAY))
  return (at) => {
    const day = Math.floor(at / DAY)
    const before = atMidnight(day)
    return before === atMidnight(day + 1) ? before : aheadAt(at)
  }
}

function clockOf(zone: CronZone, at: Instant): Date {
  return new Date(at + zone.aheadAt(at))
}

/** When a clock of the zone shows a time: one of the two instants where it went back, an hour off where it went forward. */
function instantOf(zone: CronZone, shown: number): Instant {
  return shown - zone.aheadAt(shown - zone.aheadAt(shown))
}
