import { invalidUpdate, type UpdateRefusal } from '@/lib/engine/refusal'
import { DAY, SECOND, startOfDay } from '@/lib/engine/time'
import type { HibernationSchedule, Instant, Shoot } from '@/lib/engine/types'
import { type CronSchedule, type CronZone, lastTime, nextTime, parseCron, UTC, zoneNamed } from './cron'
import { quote } from './describe'
import { lengthBetween, parseWindow } from './window'

/**
 * Hibernation has two halves (docs/rules.md#hibernation): what the specification wants, and what is so. A shoot of which only the first
 * is true falls asleep, one of which only the second is true wakes up.
 */
type HibernatableShoot = Pick<Shoot, 'hibernated' | 'asleep'>

/** What the controller looks at, and nothing else: the specification. */
export function isToSleep({ hibernated }: Pick<Shoot, 'hibernated'>): boolean {
  return hibernated
}

/** What validation looks at: the specification or the status, so also a shoot that falls asleep or wakes up. */
export function isInHibernation({ hibernated, asleep }: HibernatableShoot): boolean {
  return hibernated || asleep === true
}

/** Whether the same resources are encrypted, whatever their order; those of the core group may end with a dot. */
export function areSameResources(some: readonly string[], others: readonly string[]): boolean {
  const spelled = (resources: readonly string[]): string =>
    JSON.stringify([...new Set(resources.map((name) => name.replace(/\.$/, '')))].sort())
  return spelled(some) === spelled(others)
}

const SCHEDULES = 'spec.hibernation.schedules'

/**
 * What every write of a shoot refuses of its schedules: a text that is no cron text, an unknown zone, neither start nor end,
 * and a cron text that stands twice in the whole list.
 */
export function hibernationScheduleErrors(schedules: readonly HibernationSchedule[]): UpdateRefusal[] {
  const seen = new Set<string>()
  const errors: UpdateRefusal[] = []
  const add = (type: UpdateRefusal['type'], field: string, text: string, value?: string) =>
    errors.push(
      invalidUpdate('hibernation-schedule', type, field, text, value === undefined ? {} : { value: quote(value) }),
    )
  schedules.forEach(({ start, end, location }, i) => {
    const path = `${SCHEDULES}[${i}]`
    if (start === undefined && end === undefined) {
      add('FieldValueRequired', `${path}.start/end`, 'either start or end has to be provided')
    }
    for (const [name, text] of [
      ['start', start],
      ['end', end],
    ] as const) {
      if (text === undefined) continue
      const read = parseCron(text)
      if (read.kind === 'error') {
        add('FieldValueInvalid', `${path}.${name}`, `not a valid cron spec: ${read.error}`, text)
      } else if (seen.has(text)) {
        add('FieldValueDuplicate', `${path}.${name}`, '', text)
      } else {
        seen.add(text)
      }
    }
    if (location !== undefined && zoneNamed(location) === null) {
      const problem = /^[/\\]|\.\./.test(location) ? 'time: invalid location name' : `unknown time zone ${location}`
      const text = `not a valid location: ${problem}`
      add('FieldValueInvalid', `${path}.location`, text, location)
    }
  })
  return errors
}

/** When schedules put a shoot to sleep, or wake it. */
interface ScheduledTime {
  readonly cron: CronSchedule
  readonly zone: CronZone
  readonly sleeps: boolean
}

/** In the order of the schedules; null: something in them cannot be read. */
function timesOf(schedules: readonly HibernationSchedule[]): readonly ScheduledTime[] | null {
  const times: ScheduledTime[] = []
  for (const { start, end, location } of schedules) {
    const zone = location === undefined ? UTC : zoneNamed(location)
    if (zone === null) return null
    for (const [text, sleeps] of [
      [start, true],
      [end, false],
    ] as const) {
      if (text === undefined) continue
      const read = parseCron(text)
      if (read.kind === 'error') return null
      times.push({ cron: read.cron, zone, sleeps })
    }
  }
  return times
}

/** Infinity: there is none. */
function firstAfter(times: readonly ScheduledTime[], after: Instant): Instant {
  return Math.min(Number.POSITIVE_INFINITY, ...times.map(({ cron, zone }) => nextTime(cron, zone, after)))
}

/**
 * Whether gardenlet says that the shoot may be asleep in its next window, by what its status says and by the very next start and end of
 * its schedules. Without a window, or with anything that cannot be read, it does not.
 */
export function isAsleepInNextWindow(
  { window, asleep, hibernationSchedules = [] }: Pick<Shoot, 'window' | 'asleep' | 'hibernationSchedules'>,
  now: Instant,
): boolean {
  const daily = window === undefined ? null : parseWindow(window)
  const times = timesOf(hibernationSchedules)
  if (daily === null || !daily.parsed || times === null) return false
  const today = startOfDay(now)
  const begin = today + daily.begin * SECOND
  const from = begin <= now ? begin + DAY : begin
  const to = from + lengthBetween(daily.begin, daily.end) * SECOND
  // A time that never comes is long past to it.
  const [sleeps, wakes] = [true, false].map((which) => {
    const ahead = times.filter(({ sleeps }) => sleeps === which).map((time) => firstAfter([time], now))
    return Math.min(...ahead.map((at) => (at === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : at)))
  }) as [Instant, Instant]
  if (asleep === true) return wakes === Number.POSITIVE_INFINITY || wakes > from || (sleeps > wakes && sleeps < to)
  if (sleeps === Number.POSITIVE_INFINITY || sleeps > to) return false
  return wakes === Number.POSITIVE_INFINITY || wakes < sleeps || wakes > from
}

/** When a shoot is to be asleep, if only its schedules put it to sleep and wake it. */
export interface HibernationTimes {
  readonly isAsleepAt: (at: Instant) => boolean
  /** When it wakes up after the instant; null: never by a schedule. */
  readonly wakesAfter: (at: Instant) => Instant | null
  /** When it next falls asleep or wakes up; infinity: never. */
  readonly changesAfter: (at: Instant) => Instant
}

/**
 * Its schedules count from `from` on; before that it is as it is. Null: it is awake, and no schedule puts it to sleep. One that wakes
 * up counts as awake: its nodes are coming. Schedules that cannot be read do nothing.
 */
export function sleepOf(shoot: Shoot, from: Instant): HibernationTimes | null {
  const { hibernated, hibernationSchedules = [], invalidSchedules } = shoot
  const times = hibernationSchedules.length === 0 || invalidSchedules === true ? null : timesOf(hibernationSchedules)
  if (times === null) {
    if (!hibernated) return null
    const never = Number.POSITIVE_INFINITY
    return { isAsleepAt: () => true, wakesAfter: () => null, changesAfter: () => never }
  }
  const wakes = times.filter(({ sleeps }) => !sleeps)
  return {
    isAsleepAt: (at) => {
      let [since, isAsleep] = [Number.NEGATIVE_INFINITY, hibernated]
      for (const { cron, zone, sleeps } of times) {
        const last = lastTime(cron, zone, at, from)
        // Of two at once the first of the list counts.
        if (last !== null && last > since) [since, isAsleep] = [last, sleeps]
      }
      return isAsleep
    },
    wakesAfter: (at) => {
      const woken = firstAfter(wakes, at)
      return woken === Number.POSITIVE_INFINITY ? null : woken
    },
    changesAfter: (at) => firstAfter(times, at),
  }
}

/** What tells shoots apart that sleep at different times; empty: it does not sleep. */
export function sleepKey({ hibernated, hibernationSchedules }: Shoot): string {
  if (hibernationSchedules === undefined) return hibernated ? 'asleep' : ''
  return `${hibernated} ${JSON.stringify(hibernationSchedules)}`
}

/** The shoot at a later instant, as its schedules have put it to sleep or woken it since; the same object if they did not. */
export function sleptOn(shoot: Shoot, sleep: HibernationTimes | null, to: Instant): Shoot {
  const hibernated = sleep?.isAsleepAt(to) ?? shoot.hibernated
  if (hibernated === shoot.hibernated) return shoot
  const { asleep: _, ...others } = shoot
  return { ...others, hibernated, ...(hibernated && { asleep: true as const }) }
}
