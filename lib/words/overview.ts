import { imageOfName, shortName } from '@/lib/contract/version-name'
import type { GardenAnswer, MovementAnswer } from '@/lib/questions/overview/contract'
import { orOtherNight } from './event-words'
import { plural } from './phrases'
import { countOf, countsOf, countText, DAY, dayText, ms, type Time } from './time-text'

/** Clusters of the landscape, each once where nothing else is said. */
type OverviewFigures = GardenAnswer['figures']

export interface OverviewHeadline {
  readonly fact: string
  /** `9 of them tonight`, after the fact; of a single one, and where all are, `tonight`. Empty when none is. */
  readonly tonight: string
  /** Empty when nothing fails. */
  readonly warning: string
  /** How many clusters all that does not speak of; empty when everything is known. */
  readonly gap: string
}

/** The facts that count, in clusters: how many are forced, how many are stuck, and of how many nothing is known. */
export function overviewHeadline({ clusters, forced, stuck, unknown }: OverviewFigures): OverviewHeadline {
  if (unknown.clusters > 0 && unknown.clusters === clusters) {
    const fact = `Nothing is known of what happens to ${countOf(clusters, 'cluster')}`
    return { fact, tonight: '', warning: '', gap: '' }
  }
  const be = plural(forced.days90, 'is', 'are')
  const none = unknown.clusters === 0 ? 'No cluster is forced' : 'No cluster is known to be forced'
  return {
    fact: `${forced.days90 === 0 ? none : `${countOf(forced.days90, 'cluster')} ${be} forced`} within 90 days`,
    tonight: tonightText(forced),
    warning: stuckText(stuck, forced.days90 === 0),
    gap: unknown.clusters === 0 ? '' : `Of ${countOf(unknown.clusters, 'cluster')} nothing is known.`,
  }
}

/** `7 are stuck, 7 more will be.`; the first figure with its unit where nothing before it says what is counted. */
function stuckText({ clusters, failedLast }: OverviewFigures['stuck'], hasUnit: boolean): string {
  if (clusters === 0) return ''
  const who = (count: number) => (hasUnit ? countOf(count, 'cluster') : countText(count))
  if (failedLast === 0) return `${who(clusters)} will be stuck.`
  const more = failedLast === clusters ? '' : `, ${countText(clusters - failedLast)} more will be`
  return `${who(failedLast)} ${plural(failedLast, 'is', 'are')} stuck${more}.`
}

/** What a reader's own projects are called: one by its name. */
export function myProjectsText(names: readonly string[]): string {
  return names.length === 1 ? `My project ${names[0]}` : `My ${countOf(names.length, 'project')}`
}

function tonightText({ tonight, days90 }: OverviewFigures['forced']): string {
  if (tonight === 0) return ''
  return tonight === days90 ? 'tonight' : `${countText(tonight)} of them tonight`
}

/** `of 1,248; 3 of them are forced tonight`, of a single one `of 1,248; forced tonight` */
export function expiredNote({ clusters, expired, unknown }: OverviewFigures): string {
  const tonight = expired.forcedTonight
  const all = `of ${countText(clusters - unknown.clusters)}${unknown.clusters === 0 ? '' : ' that are known'}`
  if (expired.clusters === 0) return all
  if (expired.clusters === 1) return `${all}; ${tonight === 0 ? 'not forced' : 'forced'} tonight`
  return `${all}; ${tonight === 0 ? 'none of them is' : countOf(tonight, 'of them is', 'of them are')} forced tonight`
}

/** How many of those that fail within 90 days are stuck already. */
export function stuckNote({ stuck, unknown }: OverviewFigures): string {
  if (stuck.clusters === 0)
    return unknown.clusters === 0 ? 'every update has a way' : 'every update that is known has a way'
  if (stuck.failedLast === 0) return plural(stuck.clusters, 'not yet', 'none of them yet')
  if (stuck.failedLast === stuck.clusters) return plural(stuck.clusters, 'now', 'all of them now')
  return `${countText(stuck.failedLast)} of them now`
}

/**
 * `since Tue 10 Nov, 11 nights`; of one that has not failed yet `from Wed 9 Dec on`. On the days of the cluster, as its own page. What is
 * not known of the nights before is not said.
 */
export function stuckSince(
  { failing, next }: Pick<GardenAnswer['stuck']['items'][number], 'next' | 'failing'>,
  now: Time,
): string {
  const day = (at: string) => dayText(at, next.window.offset, { now, weekday: true })
  if (failing === null) return `from ${day(next.window.begin)} on${orOtherNight(next, now)}`
  const { since, nights, last } = failing
  const before = since === null ? `since ${day(last)} or before` : `since ${day(since)}`
  return nights === null ? before : `${before}, ${countOf(nights, 'night')}`
}

/** `112 of them aws 1.33.7`, of a single one `aws 1.33.7` */
export function autoNote({ autoTonight: { clusters, top } }: OverviewFigures): string {
  if (clusters === 0 || !top) return 'nothing newer qualifies'
  const target = `${top.profile} ${shortName(imageOfName(top.what), top.to ?? '')}`.trim()
  if (clusters === 1) return target
  return `${top.clusters === clusters ? 'all' : countText(top.clusters)} of them ${target}`
}

type DayPast = Omit<MovementAnswer['days'][number], 'nodes' | 'top'>

/** `1 begins to fail`, `2 begin to fail`. */
export function beginningToFail(clusters: number): string {
  return countOf(clusters, 'begins to fail', 'begin to fail')
}

const AUTO_UPDATES = ['auto-update', 'auto-updates'] as const

/** `Tue 15 Dec`, with the year when it is not that of the first day. */
export function dayName(date: string, first: string): string {
  return dayText(date, 'UTC', { now: first, weekday: true })
}

/** `today`, `tomorrow`, `in 24 days`. */
export function dayDistance(index: number): string {
  return index === 0 ? 'today' : index === 1 ? 'tomorrow' : `in ${index} days`
}

/** `today so far`, `yesterday`, `11 days ago`; the last day is today. */
export function dayAgoText(index: number, days: number): string {
  const ago = days - 1 - index
  return ago === 0 ? 'today so far' : ago === 1 ? 'yesterday' : `${ago} days ago`
}

/** `1 forced, 2 began to fail, 4 auto-updates, 1 by hand`; empty: nothing. */
function happenedText({ forced, rolling, fails, auto, byHand }: DayPast): string {
  return countsOf(
    [forced, 'forced'],
    [rolling, 'with nodes rolling'],
    [fails, 'began to fail'],
    [auto, ...AUTO_UPDATES],
    [byHand, 'by hand'],
  ).join(', ')
}

/** `8 forced, 1 to fail`, what was forecast 30 days earlier; null: it is not known. */
function expectedText({ expected }: DayPast): string | null {
  if (expected === null) return null
  const { forced, fails, auto } = expected
  return countsOf([forced, 'forced'], [fails, 'to fail'], [auto, ...AUTO_UPDATES]).join(', ') || 'nothing'
}

/** What happened on a day, and what had been expected: `1 forced; expected 14 forced`. */
export function pastFacts(day: DayPast, isRecorded: boolean): string {
  const happened = happenedText(day) || (isRecorded ? 'nothing' : 'not recorded')
  const expected = expectedText(day)
  return expected === null ? happened : `${happened}; expected ${expected}`
}

/** What happened in these days beside what had been expected of them, in a sentence; empty: it is not known, or not yet. */
export function pastSentence({
  days,
  left,
  since,
  zone,
  at,
}: Pick<MovementAnswer, 'days' | 'left' | 'since' | 'zone' | 'at'>): string {
  const known = days.flatMap(({ expected, forced, fails }) => (expected === null ? [] : { expected, forced, fails }))
  if (left > 0) return ''
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
