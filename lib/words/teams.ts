import type { FreezeDays } from '@/lib/contract/status'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { groupedBy, sumOf } from '@/lib/engine/grouped'
import type { WallAnswer, WallCellAnswer } from '@/lib/questions/projects/contract'
import { becauseOf, moveText, orOtherNight, withNodes } from './event-words'
import { capitalized, listed, plural, profileName } from './phrases'
import { plainLines } from './plain-text'
import { countOf, countText, dateText, daysBetween, dayText, type Time } from './time-text'
import { allNodes, rollText } from './wording'

/** What begins on a day: clusters that are forced, begin to fail or update by themselves, and nodes that roll. */
export type DayLoadBody = Pick<WallCellAnswer, 'forced' | 'fails' | 'auto' | 'nodes'>

type TeamsFigures = Pick<WallAnswer, 'draft' | 'days' | 'figures' | 'first' | 'alike'>

/** One project on some days. */
type WallCell = Pick<
  WallCellAnswer,
  keyof DayLoadBody | 'at' | 'project' | 'before' | 'total' | 'again' | 'causes' | 'items'
>

export interface TeamsHeadline {
  /** The sentence about the project that is furthest behind. */
  readonly fact: string
  /** Whom to call first; empty when nothing is stuck. */
  readonly warning: string
  /** What rolls in the month with the most nodes; empty when nothing rolls. */
  readonly load: string
}

/** What the wall says in three sentences. */
export function teamsHeadline(answer: TeamsFigures, freezes: readonly FreezeDays[]): TeamsHeadline {
  return { fact: factOf(answer), warning: warningOf(answer), load: loadOf(answer, freezes) }
}

/** The projects that stand before all others, at most two. None if only their names put them there: then all are alike. */
function leadersOf({ first, alike }: TeamsFigures): readonly WallAnswer['first'][number][] {
  if (alike === 0) return first
  const [one, other] = first
  if (one === undefined || other === undefined) return []
  return one.behind === other.behind && one.stuck === other.stuck ? [] : [one]
}

/** Whether there is only one project, which needs no sentence that it comes first. */
function isAlone({ figures }: TeamsFigures): boolean {
  return figures.projects === 1
}

function factOf(answer: TeamsFigures): string {
  const { first, days, alike } = answer
  const behind = leadersOf(answer).filter((row) => row.behind > 0)
  const each = first[0]?.behind ?? 0
  if (each === 0) return `No project is behind: nothing is forced or fails in the next ${days.length} days.`
  if (behind.length === 0)
    return `${countText(first.length + alike)} projects are furthest behind, with ${countOf(each, 'cluster')} each.`
  const names = listed(behind.map(({ project }) => project))
  if (isAlone(answer))
    return `${countText(each)} of ${countOf(answer.figures.clusters, 'cluster')} of ${names} ${plural(each, 'is', 'are')} behind.`
  return `Furthest behind ${plural(behind.length, 'is', 'are')} ${names}.`
}

function warningOf(answer: TeamsFigures): string {
  const { figures } = answer
  const first = leadersOf(answer)
  if (isAlone(answer))
    return figures.stuck === 0 ? '' : `${countOf(figures.stuck, 'cluster is', 'clusters are')} ${STUCK_OR_WILL_BE}.`
  if (first.length === 0 && answer.first.length > 0) {
    const each = answer.first[0]?.stuck ?? 0
    return each === 0 ? '' : `Each has ${countText(each)} ${stuckClusters(each)}.`
  }
  const theirs = sumOf(first, ({ stuck }) => stuck)
  if (theirs === 0) return ''
  const stuckFirst = first.filter(({ stuck }) => stuck > 0)
  const them = stuckFirst.length === first.length && first.length > 1 ? 'them' : (stuckFirst[0]?.project ?? '')
  if (figures.stuck === 1) return `Call ${them} first: they have the one ${stuckClusters(1)}.`
  const which =
    theirs < figures.stuck
      ? `${countText(theirs)} of the ${countText(figures.stuck)}`
      : theirs === 2
        ? 'both'
        : `all ${countText(theirs)}`
  return `Call ${them} first: they have ${which} ${stuckClusters(figures.stuck)}.`
}

/** An update of theirs has failed, or is going to: said in headlines and over columns that count the same clusters. */
export const STUCK_OR_WILL_BE = 'stuck or will be'

function stuckClusters(count: number): string {
  return `${plural(count, 'cluster that is', 'clusters that are')} ${STUCK_OR_WILL_BE}`
}

function loadOf({ days, draft }: TeamsFigures, freezes: readonly FreezeDays[]): string {
  const months = [...groupedBy(days, ({ date }) => date.slice(0, 'YYYY-MM'.length))]
  const [most] = months
    .map(([month, own]) => ({ month, own, nodes: allNodes(own) }))
    .sort((a, b) => b.nodes.max - a.nodes.max)
  if (most === undefined || most.nodes.max === 0) return ''
  const { month, own, nodes } = most
  const isFrozen = (date: string) => freezes.some(({ from, to }) => from <= date && date <= to)
  const inFreeze = allNodes(own.filter(({ date }) => isFrozen(date))).max
  const frozen = inFreeze === 0 ? '' : `, ${countText(inFreeze)} of them in the freeze`
  const before = allNodes(own.map((day) => day.before ?? day)).max
  const without = before === nodes.max ? '' : `; without it ${countText(before)}`
  const name = new Date(month).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
  const rolls = rollText(nodes)
  return `${draft === null ? capitalized(rolls) : `With the draft, ${rolls}`} in ${name}${frozen}${without}.`
}

/** `Tue 15 Dec 2026`, or of several days `13 Dec – 19 Dec 2026`. */
export function dayRangeText(from: string, to: string): string {
  if (from === to) return dayText(`${from}T00:00:00Z`, 'UTC', { weekday: true })
  return `${dateText(from, to)} – ${dateText(to)}`
}

/** What begins: `2 clusters begin to fail, 5 are forced, 84 nodes roll`. */
export function dayLoadText({ forced, fails, auto, nodes }: DayLoadBody): string {
  const parts: string[] = []
  const add = (count: number, one: string, many: string) => {
    if (count === 0) return
    parts.push(`${parts.length === 0 ? countOf(count, 'cluster') : countText(count)} ${plural(count, one, many)}`)
  }
  add(fails, 'begins to fail', 'begin to fail')
  add(forced, 'is forced', 'are forced')
  add(auto, 'updates by itself', 'update by themselves')
  if (nodes.max > 0) parts.push(rollText(nodes))
  return parts.length === 0 ? 'nothing begins' : parts.join(', ')
}

/** The name of a cell for who does not see it. */
export function cellName(
  project: string,
  days: string,
  { load, before }: { readonly load: DayLoadBody; readonly before: DayLoadBody },
): string {
  const was = dayLoadText(before)
  const now = dayLoadText(load)
  return `${project}, ${days}: ${now}${was === now ? '' : `; before the draft: ${was}`}`
}

export interface CellSentence {
  readonly when: string
  readonly what: string
  /** The versions that end, as sentences. */
  readonly causes: readonly string[]
  /** What the draft changes; empty without one. */
  readonly draft: string
}

/** The panel's text. `first`: today. */
export function cellSentence(cell: WallCell, from: string, first: string, zone: Zone, hasDraft: boolean): CellSentence {
  const { causes, again, before, ...rest } = cell
  const distance = daysBetween(first, from)
  const { forced, fails, auto, nodes } = rest
  const load = { forced, fails, auto, nodes }
  const begins = dayLoadText(load)
  const isSame = before === null || dayLoadText(before) === begins
  const repeats = `${countOf(again, 'cluster')} ${plural(again, 'fails', 'fail')} again every night`
  return {
    when: distance === 0 ? 'Today' : distance === 1 ? 'Tomorrow' : `In ${distance} days`,
    what:
      again === 0
        ? begins
        : forced + fails + auto + nodes.max === 0
          ? `${repeats}, nothing else begins`
          : `${begins}, ${repeats}`,
    causes: causes.map(({ profile, what, version, at }) => {
      const name = shortName(imageOfName(what), version)
      const of = profileName(profile)
      if (at === null) return `${name} is not listed in ${of}.`
      return `${name} of ${of} ${Date.parse(at) <= Date.parse(cell.at) ? 'expired' : 'expires'} on ${dayText(at, zone)}.`
    }),
    draft: !hasDraft ? '' : isSame ? 'The draft does not change this.' : `Without the draft: ${dayLoadText(before)}.`,
  }
}

/** A cell as plain text, to be sent to the owner. */
export function cellNotice(cell: WallCell, days: string, zone: Zone, now: Time): string {
  const { project, total, items, causes, again, before: _, ...load } = cell
  const lines = items.map(({ name, next }) => {
    return `- ${name}: ${moveText(next)}, ${next.kind === 'fails' ? `fails${becauseOf(next)}` : next.kind}${orOtherNight(next, now, zone)}${withNodes(next)}`
  })
  return plainLines([
    `${project}, ${days}: ${dayLoadText(load)}`,
    ...lines,
    ...(total > items.length ? [`… and ${countOf(total - items.length, 'more cluster')}.`] : []),
    ...(again > 0 ? [`${countOf(again, 'cluster')} ${plural(again, 'fails', 'fail')} again every night.`] : []),
    ...(causes.length > 0 && load.forced > 0
      ? ['Forced updates come in the maintenance window, also where auto-update is off.']
      : []),
    `As of ${dayText(now, zone)}, as far as expiry dates are set.`,
    '',
  ])
}

/** How many projects are told. */
const MOST = 20

/** The wall as plain text: its headline, then a line for each of the first projects. */
export function teamsPlainText(
  answer: TeamsFigures & Pick<WallAnswer, 'at' | 'zone' | 'items'>,
  freezes: readonly FreezeDays[],
): string {
  const { fact, warning, load } = teamsHeadline(answer, freezes)
  const { items, figures, days, at, zone } = answer
  const rows = items.slice(0, MOST).map(({ project, behind, clusters, stuck, nodes, owner }) => {
    const stuckText = stuck === 0 ? '' : `, ${countText(stuck)} ${plural(stuck, 'is', 'are')} ${STUCK_OR_WILL_BE}`
    const rolls = nodes.max === 0 ? '' : `, ${rollText(nodes)}`
    return `- ${project}: ${countText(behind)} of ${countText(clusters)} clusters behind${stuckText}${rolls}; ${owner === null ? 'no owner named' : `call ${owner.name}`}`
  })
  const more = figures.projects - rows.length
  return plainLines([
    [fact, warning, load].filter(Boolean).join(' '),
    '',
    ...rows,
    ...(more > 0 ? [`… and ${countText(more)} more projects.`] : []),
    '',
    `The next ${days.length} days, as of ${dayText(at, zone)}, as far as expiry dates are set.`,
    '',
  ])
}
