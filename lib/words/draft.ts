import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfAnswer, WhatIfChange, WhatIfRow } from '@/lib/contract/what-if'
import type { Zone } from '@/lib/contract/zone'
import type { COUNTED } from '@/lib/engine/kinds'
import type { EditWarning, FreezePeriod } from '@/lib/engine/outlook/difference'
import { WEEKDAYS } from '@/lib/engine/time'
import { codedCauseText } from './causes'
import { becauseOf, orOtherNight, toldKind, whatText, withNodes } from './event-words'
import { nameOf, plural, WITHIN_HORIZON } from './phrases'
import { unsupportedText } from './releases'
import {
  clockText,
  countOf,
  countText,
  dateText,
  dayText,
  LISTED_BY_HOURS,
  listedTime,
  ms,
  type Time,
} from './time-text'
import { rollText } from './wording'

/** What a draft of edits of a profile does, as its page tells it; the sentence above all: `confirmation.ts`. */

/** What becomes of a cluster. */
export const CHANGE_WORDS: Readonly<Record<WhatIfChange, string>> = {
  stuck: 'newly stuck',
  stuckSooner: 'stuck sooner',
  stuckLater: 'stuck later',
  freed: 'freed',
  forced: 'newly forced',
  earlier: 'forced earlier',
  later: 'forced later',
  unforced: 'no longer forced',
  target: 'other target',
  auto: 'other time of an automatic update',
  unchanged: 'unchanged',
}

/** `from 3 Mar 2027`, `3 Mar to 5 Jun 2027`: when the first and the last of a group change. */
export function groupSpan(
  { from, to }: Pick<WhatIfAnswer['groups'][number], 'from' | 'to'>,
  zone: Zone,
  now: Time | null,
): string {
  const [first, last] = [from, to].map((day) => dayText(day, zone, { now }))
  return first === last ? `on ${first}` : `${first} to ${last}`
}

type CountedEffect = (typeof COUNTED)[number] | null

/** The clusters that a figure counts otherwise, above their list. */
export const COUNTED_WORDS: Readonly<Record<NonNullable<CountedEffect>, string>> = {
  forced: 'forced, or no longer',
  stuck: 'stuck, no longer or from another day on',
  auto: 'auto-update tonight, or no longer',
  nodes: 'other nodes roll',
}

/** A key figure: `+118`, and beside it `96 → 214`. */
export interface DraftFigure {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly before: string
  readonly after: string
  /** Whether it is a change for the worse that an operator or an owner has to deal with. */
  readonly isBad: boolean
  /** The figure by which the clusters are listed that it counts differently; null: it counts none. */
  readonly counted: CountedEffect
}

/**
 * What changes, with its sign and both values; a figure that stays as it is, is none.
 * @param isLasting it is read on any day, and nothing is told from today
 */
export function draftFigures(
  { figures, defaults, days }: Pick<WhatIfAnswer, 'figures' | 'defaults' | 'days'>,
  isLasting = false,
): readonly DraftFigure[] {
  const { forced, autoTonight, stuck, nodes } = figures
  const within = days === 365 ? WITHIN_HORIZON : `within ${days} days`
  return [
    ...difference(`Clusters forced ${within}`, 'forced', forced),
    ...difference(`Auto-update ${isLasting ? 'in the first night' : 'tonight'}`, 'auto', autoTonight),
    ...(stuck === null
      ? []
      : difference(`Stuck on ${dateText(stuck.date)}`, 'stuck', stuck, stuck.after > stuck.before)),
    ...difference(`Nodes that roll ${within}, at most`, 'nodes', { before: nodes.before.max, after: nodes.after.max }),
    ...defaults.map((one) => {
      const [before, after] = [one.before, one.after].map((versions) => versions.join(', ') || 'none') as [
        string,
        string,
      ]
      const label = one.image === null ? 'Default for new clusters' : `Default for new ${one.image} pools`
      const isBad = one.after.length === 0
      return { label, value: after, note: `was ${before}`, before, after, isBad, counted: null }
    }),
  ]
}

function difference(
  label: string,
  counted: CountedEffect,
  sides: { readonly before: number; readonly after: number },
  isBad = false,
): readonly DraftFigure[] {
  const change = sides.after - sides.before
  if (change === 0) return []
  const [before, after] = [countText(sides.before), countText(sides.after)]
  const value = `${change > 0 ? '+' : ''}${countText(change)}`
  return [{ label, value, note: `${before} → ${after}`, before, after, isBad, counted }]
}

/** One thing that is ahead of a cluster: `3 Mar 2027 → 1.33.7, 9 nodes roll`, `fails from 30 Jun 2027: no version to move to`. */
export interface OutlookLine {
  readonly kind: NextEvent['kind']
  readonly text: string
}

/**
 * The whole outlook of a cluster on one side of a draft, in order of time; none: nothing is ahead of it.
 * @param isLasting it is read on any day, and nothing is told from today
 */
export function outlookLines(
  row: Pick<WhatIfRow, 'outlook'>,
  side: 'before' | 'after',
  zone: Zone,
  now: Time,
  isLasting = false,
): readonly OutlookLine[] {
  const whenOf = isLasting ? lastingTime : listedTime
  // Of what lasts every date has its year, as none is that of 1970.
  const year = isLasting ? 0 : now
  return row.outlook[side].map((event) => ({
    kind: event.kind,
    text: aheadText(event, whenOf(event.window.begin, zone, now), orOtherNight(event, year, zone)),
  }))
}

/** Said of a cluster of which nothing is ahead. */
export const NOTHING_AHEAD = `nothing ${WITHIN_HORIZON}`

function aheadText(event: NextEvent, when: string, other: string): string {
  const what = event.what === 'Kubernetes' ? '' : `${whatText(event)} `
  if (toldKind(event) === 'fails') {
    return `${what}fails from ${when}${other}${becauseOf(event)}`
  }
  const to = event.to === null ? what.trim() : `→ ${what}${event.to}`
  return `${when} ${to}${withNodes(event)}${other}`
}

/** The same for any day: with the hour below 36 hours, `Sat 21 Nov 2026 20:00`. */
function lastingTime(begin: Time, zone: Zone, now: Time): string {
  const day = dayText(begin, zone, { weekday: true })
  return ms(begin) - ms(now) >= LISTED_BY_HOURS ? day : `${day} ${clockText(begin, zone)}`
}

/** `Mon 1 Feb 2027: up to 420 nodes roll, 120 before; 42 clusters forced, 0 before.` */
export function draftLoadText({ date, before, after }: WhatIfAnswer['load'][number]): string {
  const day = dayText(`${date}T00:00:00Z`, 'UTC', { weekday: true })
  const forced = `${countOf(after.forced, 'cluster')} forced, ${countText(before.forced)} before`
  const fails =
    after.fails === 0 && before.fails === 0 ? '' : `; ${countText(after.fails)} fail, ${countText(before.fails)} before`
  return `${day}: ${rollText(after.nodes)}, ${countText(before.nodes.max)} before; ${forced}${fails}`
}

/** A warning as a whole sentence. */
export function warningText(warning: EditWarning): string {
  switch (warning.code) {
    case 'strands-clusters':
      return strandedText(warning)
    case 'forces-minor':
    case 'forces-update':
      return forcedText(warning)
    case 'no-next-minor':
      return `From Kubernetes ${warning.minor} there is no next minor any more: clusters on it cannot be updated when it expires.`
    case 'removes-default':
    case 'changes-default': {
      const { image, version, to } = warning
      const who = image === null ? 'New clusters' : 'New pools'
      const until = warning.code === 'removes-default' ? 'today; afterwards' : `until ${endText(warning)}; from then on`
      return `${who} that name no version get ${nameOf(image, version)} ${until} ${to === null ? 'there is no version for them' : `they get ${to}`}.`
    }
    case 'loses-supported':
      return `Of Kubernetes ${warning.minor} no version is supported any more.`
    case 'expires-at-once': {
      const { image, version } = warning
      return `${nameOf(image, version)} expires in the past, on ${endText(warning)}: it is expired as soon as this is applied, and its clusters are forced in their next windows.`
    }
    case 'expires-on-weekend': {
      const { image, version, date, utcDay } = warning
      const weekday = WEEKDAYS[new Date(utcDay ?? date).getUTCDay()]
      return `${nameOf(image, version)} expires on a ${weekday}, ${endText(warning)}: the first clusters are forced at the weekend.`
    }
    case 'minor-unsupported':
      return unsupportedText(warning.minor)
    case 'image-without-mapping':
      return `${nameOf(warning.image, warning.version)} has no image of the provider (providerConfig): no node can be made of it.`
    case 'expires-in-freeze':
      return `${nameOf(warning.image, warning.version)} expires on ${endText(warning)}, in a freeze: ${freezeText(warning.freeze)}.`
  }
}

function strandedText({
  harm,
  what,
  from,
  cause,
  clusters,
}: EditWarning & { readonly code: 'strands-clusters' }): string {
  const anyway = harm === 'stuck' ? '' : ` that ${plural(clusters, 'fails', 'fail')} to update anyway`
  const either = harm === 'stuck' ? '' : ' either'
  const left = what === '' ? 'be updated' : `leave ${what} ${from}`
  return `${countOf(clusters, 'cluster')}${anyway} cannot ${left}${either}: ${codedCauseText(cause ?? 'no-version')}.`
}

function forcedText({
  code,
  harm,
  what,
  to,
  clusters,
  nodes,
  date,
}: EditWarning & { readonly code: 'forces-minor' | 'forces-update' }): string {
  const who = `${countOf(clusters, 'cluster')} ${plural(clusters, 'is', 'are')}`
  const where = code === 'forces-minor' ? `to another minor, ${what} ${to}` : `to ${what} ${to}`
  const how = {
    forced: `newly forced ${where}`,
    more: `forced ${where} too, beside what ${plural(clusters, 'it is', 'they are')} forced to anyway`,
    earlier: `forced earlier ${where}, ${plural(clusters, 'on', 'the first on')} ${dateText(date)}`,
  }[harm]
  return `${who} ${how}: ${rollText(nodes)}.`
}

/** `21 Dec 2026`; with the last second of a day of UTC that is another day for the reader: `21 Dec 2026 UTC`. */
function endText({ date, utcDay }: { readonly date: string; readonly utcDay: string | null }): string {
  return utcDay === null ? dateText(date) : `${dateText(utcDay)} UTC`
}

/** `the turn of the year`, or its days: `18 Dec 2026 to 4 Jan 2027`. */
function freezeText({ from, to, name }: FreezePeriod): string {
  return name ?? [...new Set([from, to])].map((day) => dateText(day)).join(' to ')
}

/** The sentence if no cluster changes. */
export const NO_OWNER = 'No owner to tell: no cluster changes.'

/** Why there is no owner to tell of a draft; null: there is one. */
export function noOwnerText({ changed, changes }: Pick<WhatIfAnswer['figures'], 'changed' | 'changes'>): string | null {
  if (changed === 0) return NO_OWNER
  return changed === changes.auto ? 'No owner to tell: only automatic updates change.' : null
}
