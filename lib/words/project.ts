import type { FailingSoFar } from '@/lib/contract/clusters'
import type { FreezeDays } from '@/lib/contract/status'
import type { NextEvent } from '@/lib/contract/steps'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import { offsetText, type Zone } from '@/lib/contract/zone'
import type { ProjectAnswer } from '@/lib/questions/projects/contract'
import { codedCauseText } from './causes'
import { becauseOf, lastBegin, moveText, orOtherNight, whatText, withNodes } from './event-words'
import { capitalized, plural } from './phrases'
import { plainLines } from './plain-text'
import { STUCK_OR_WILL_BE } from './teams'
import {
  countOf,
  countText,
  dateText,
  dayText,
  isoDay,
  isTonight,
  momentText,
  ms,
  namesText,
  type Time,
} from './time-text'
import { rollText } from './wording'

/** What is ahead of the clusters of a project within 60 days. */
type ProjectFacts = Pick<ProjectAnswer, 'at' | 'name' | 'figures' | 'forced' | 'stuck'>

export interface ProjectHeadline {
  /** How many clusters are forced, and by when. */
  readonly fact: string
  /** The rest of that sentence. */
  readonly rest: string
  /** The stuck ones by name; empty when none is. */
  readonly warning: string
}

/** How many stuck clusters are called by name. */
const NAMED = 3

export function projectHeadline(answer: ProjectFacts, freezes: readonly FreezeDays[], zone: Zone): ProjectHeadline {
  return { ...forcedText(answer, freezes, zone), warning: stuckText(answer, zone) }
}

function forcedText(
  { figures, forced, at }: ProjectFacts,
  freezes: readonly FreezeDays[],
  zone: Zone,
): Omit<ProjectHeadline, 'warning'> {
  const { clusters } = figures
  const many = figures.forced.clusters
  if (clusters === 0) return { fact: 'This project has no clusters.', rest: '' }
  if (many === 0) {
    const none = clusters === 1 ? 'Its one cluster is not forced' : `None of ${countText(clusters)} clusters is forced`
    return { fact: `${none} to move within 60 days.`, rest: '' }
  }
  const last = lastOf(forced) ?? at
  const frozen = new Set(forced.filter(({ next }) => isFrozen(next, freezes, zone)).map(({ name }) => name)).size
  const which = frozen === 0 ? '' : `, ${frozen === 1 ? 'one' : countText(frozen)} of them in the freeze`
  const of =
    clusters === 1
      ? 'The one cluster is'
      : `${countText(many)} of ${countOf(clusters, 'cluster')} ${plural(many, 'is', 'are')}`
  return {
    fact: `${of} forced to move by ${dayText(last, zone, { now: at })}`,
    rest: `${which}; ${rollText(figures.forced.nodes)}.`,
  }
}

/** The last window in which one of them may come; undefined: none does. */
function lastOf(forced: ProjectFacts['forced']): string | undefined {
  return forced
    .map(({ next }) => lastBegin(next))
    .toSorted((a, b) => ms(a) - ms(b))
    .at(-1)
}

function stuckText({ stuck: { items, total }, at }: ProjectFacts, zone: Zone): string {
  const first = items[0]
  if (first === undefined) return ''
  const names = items.map(({ name }) => name)
  const who = namesText(names, NAMED, total)
  if (total > 1) return `${who} ${stuckWhen(items)}.`
  const { begin } = first.next.window
  const isNow = isTonight(begin, zone, at)
  const day = dayText(begin, zone, { now: at, weekday: true })
  const other = orOtherNight(first.next, at, zone)
  if (first.until === null && first.failing === null)
    return `${who} will be stuck: it fails from ${isNow ? 'tonight' : day} on${other}.`
  if (first.until === null) return `${who} is stuck and fails ${isNow ? 'tonight' : `from ${day} on`}${other}.`
  if (first.until === begin) return `${who} fails ${isNow ? 'tonight' : `on ${day}`}${other}.`
  return `${who} fails ${isNow ? 'from tonight' : `from ${day}`} until ${dayText(first.until, zone, { now: at, weekday: true })}${other}.`
}

/** Whether several have failed already. */
function stuckWhen(items: ProjectFacts['stuck']['items']): string {
  if (items.every(({ failing }) => failing !== null)) return 'are stuck'
  return items.every(({ failing }) => failing === null) ? 'will be stuck' : `are ${STUCK_OR_WILL_BE}`
}

/** Whether its window, or the other one in which it may come, begins on a freeze day, where the reader is. */
function isFrozen(next: NextEvent, freezes: readonly FreezeDays[], zone: Zone): boolean {
  const days = [next.window.begin, lastBegin(next)].map((begin) => isoDay(begin, zone))
  return freezes.some(({ from, to }) => days.some((day) => from <= day && day <= to))
}

export interface EarlierUpdate {
  readonly when: string
  readonly text: string
}

/** What comes by itself before anything is forced; null: nothing does. */
export function beforeOf(
  { auto, forced, at }: Pick<ProjectAnswer, 'auto' | 'forced' | 'at'>,
  zone: Zone,
): EarlierUpdate | null {
  if (auto === null) return null
  const { clusters, next, nodes, date } = auto
  const what = `${whatText(next)} ${next.to ?? ''}`.trim()
  const own =
    clusters === 1
      ? `1 cluster auto-updates to ${what}.`
      : `${countText(clusters)} clusters auto-update. The first goes to ${what}.`
  const roll = nodes.max === 0 ? '' : ` ${capitalized(rollText(nodes))}.`
  const first = forced[0]
  const today = isoDay(at, zone)
  const then = first === undefined ? '' : ` The first forced one is ${first.name}, ${whenText(first.next, zone, at)}.`
  const day = date === today ? 'today' : dateText(date, today)
  return { when: `${first === undefined ? capitalized(day) : `Before that, ${day}`}:`, text: `${own}${roll}${then}` }
}

/** `Fri 4 Dec 17:00 +01:00`, and when else it may be. */
function whenText(next: NextEvent, zone: Zone, now: Time): string {
  const { begin } = next.window
  return `${momentText(begin, zone, now)} ${offsetText(zone, ms(begin))}${orOtherNight(next, now, zone)}`
}

/** The notice as plain text: a line for each forced window, then the stuck ones with what helps. */
export function projectNotice(answer: ProjectFacts, freezes: readonly FreezeDays[], zone: Zone): string {
  const { name, forced, figures, stuck, at } = answer
  const last = lastOf(forced)
  const many = figures.forced.clusters
  const head =
    last === undefined
      ? `${name}: nothing is forced within 60 days`
      : `${name}: ${countOf(many, 'cluster')} ${plural(many, 'is', 'are')} forced by ${dayText(last, zone)}`
  const more = figures.forced.updates - forced.length
  return plainLines([
    head,
    ...(forced.length > 0 ? [''] : []),
    ...forced.map(({ name: cluster, next }) => noticeLine(cluster, next, freezes, zone, at)),
    ...(more > 0 ? [`… and ${countOf(more, 'more update')}.`] : []),
    ...(stuck.items.length > 0 ? [''] : []),
    ...stuck.items.map(({ name: cluster, next, failing, until, remedy }) => {
      const nights =
        failing === null ? `fails ${nightsText(next.window.begin, until, zone)}` : againText(failing, until, zone)
      return `${cluster} ${nights}${orOtherNight(next, at, zone)}${becauseOf(next)}.${remedy === null ? '' : ` ${remedy}.`}`
    }),
    ...(stuck.total > stuck.items.length
      ? [`… and ${countOf(stuck.total - stuck.items.length, 'more cluster')} that fail.`]
      : []),
    '',
    `Times are ${offsetText(zone, Date.parse(at))}, as of ${dayText(at, zone)}, as far as expiry dates are set.`,
    '',
  ])
}

/** `every night from 12 Dec 2026 on`, `every night from 12 Dec 2026 until 20 Mar 2027`, `on 12 Dec 2026`. */
function nightsText(begin: string, until: string | null, zone: Zone): string {
  const first = dayText(begin, zone)
  if (until === null) return `every night from ${first} on`
  return until === begin ? `on ${first}` : `every night from ${first} until ${dayText(until, zone)}`
}

/** `has failed since 7 Nov 2026, and fails again every night`, and until when; what is not known of the nights before is not said. */
function againText({ since, last }: FailingSoFar, until: string | null, zone: Zone): string {
  const before = since === null ? `failed on ${dayText(last, zone)}` : `has failed since ${dayText(since, zone)}`
  return `${before}, and fails again every night${until === null ? '' : ` until ${dayText(until, zone)}`}`
}

function noticeLine(cluster: string, next: NextEvent, freezes: readonly FreezeDays[], zone: Zone, now: Time): string {
  const when = momentText(next.window.begin, zone, now) + orOtherNight(next, now, zone)
  return `- ${when}: ${cluster}, ${moveText(next)}${withNodes(next)}${isFrozen(next, freezes, zone) ? ' (freeze)' : ''}`
}

/**
 * Where a cluster goes next, or why it goes nowhere: `→ gardenlinux 1877.5.0`. Where its control plane runs another version than the one
 * that is left, a pool with a version of its own goes: `a pool 1.32.13 → 1.33.11`.
 */
export function nextTargetText({ next, segments }: Pick<ProjectAnswer['paths'][number], 'next' | 'segments'>): string {
  if (next === null) return ''
  const { kind, cause, what, from, to, window } = next
  if (kind === 'fails') return codedCauseText(cause ?? 'no-version')
  if (to === null) return whatText(next)
  const until = ms(window.begin)
  const before = segments.findLast((one) => one.from === null || ms(one.from) < until)
  const isOfPool = what === 'Kubernetes' && before !== undefined && before.version !== from
  return isOfPool ? `a pool ${from} → ${to}` : `→ ${shortName(imageOfName(what), to)}`
}

/** `30 more clusters have nothing ahead before 8 Sep 2027.`; where none has: `None of 30 clusters has anything ahead before 8 Sep 2027.` */
export function quietClustersText(
  { quiet, until, figures: { clusters } }: Pick<ProjectAnswer, 'quiet' | 'until' | 'figures'>,
  zone: Zone,
): string {
  if (quiet === 0) return ''
  const before = `before ${dayText(until, zone)}`
  if (quiet < clusters)
    return `${countOf(quiet, 'more cluster')} ${plural(quiet, 'has', 'have')} nothing ahead ${before}.`
  return quiet === 1
    ? `Its one cluster has nothing ahead ${before}.`
    : `None of ${countText(quiet)} clusters has anything ahead ${before}.`
}

/** What happens in a month: the first names, and how many more. */
export function monthNames({
  names,
  clusters,
  fails,
  forced,
}: Pick<ProjectAnswer['months'][number], 'names' | 'clusters' | 'fails' | 'forced'>): string {
  const text = namesText(names, names.length, clusters)
  return fails + forced > 0 ? text : `${text} by ${plural(clusters, 'itself', 'themselves')}`
}
