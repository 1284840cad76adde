import { countOf, countText, dateText, dayText } from '@/lib/client/time-text'
import { nodeFigure } from '@/lib/client/wording'
import type { FilmAnswer } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'

export type Flow = FilmAnswer['steps'][number]['flows'][number]
export type Stuck = FilmAnswer['stuck'][number]

/** `2026-12-20`: a day that is counted from the first. */
export function dateOf({ first }: Pick<FilmAnswer, 'first'>, day: number): string {
  return new Date(Date.parse(first) + day * DAY).toISOString().slice(0, 10)
}

/** The day of a date, moved into the film; no date, or none that can be read, is the first. */
export function dayOf({ first, days }: Pick<FilmAnswer, 'first' | 'days'>, date: string | null): number {
  const day = Math.round((Date.parse(date ?? '') - Date.parse(first)) / DAY)
  return Number.isNaN(day) ? 0 : Math.min(Math.max(day, 0), days - 1)
}

/** `Sun 20 Dec 2026` */
export function longDay(film: FilmAnswer, day: number): string {
  return dayText(Date.parse(dateOf(film, day)), 'UTC', { weekday: true })
}

/** `20 Dec`, with the year where it is not the first day's. */
export function shortDay(film: FilmAnswer, day: number): string {
  return dateText(dateOf(film, day), film.first)
}

/** Which of the counts of a series a day has. */
export function stepOf({ steps }: Pick<FilmAnswer, 'steps'>, day: number): number {
  return steps.findLastIndex((step) => step.day <= day) + 1
}

const TINTS = 6

/** Minors that some cluster has on some day, newest first. `tint`: of `--m-0` to `--m-5`, the newest having the last. */
export function shownMinors({ series }: Pick<FilmAnswer, 'series'>) {
  return series
    .filter(({ counts }) => counts.some((count) => count > 0))
    .toReversed()
    .map(({ minor, counts }, i) => ({ minor, counts, tint: Math.max(0, TINTS - 1 - i) }))
}

export interface MinorCount {
  readonly minor: string
  readonly tint: number
  readonly today: number
  readonly count: number
  readonly stuck: number
}

/** Newest minor first. */
export function countsOn(film: FilmAnswer, day: number): readonly MinorCount[] {
  const step = stepOf(film, day)
  const stuck = stuckOn(film, day)
  const tints = new Map(shownMinors(film).map(({ minor, tint }) => [minor, tint]))
  return film.series
    .map(({ minor, counts }) => ({
      minor,
      tint: tints.get(minor) ?? 0,
      today: counts[0] ?? 0,
      count: counts[step] ?? 0,
      stuck: clustersOf(stuck.filter((one) => one.minor === minor)),
    }))
    .toReversed()
}

export function stuckOn({ stuck }: Pick<FilmAnswer, 'stuck'>, day: number): readonly Stuck[] {
  return stuck.filter(({ from, to }) => from <= day && (to === null || day <= to))
}

/** Those of one minor, profile and cause together, whatever the end: most clusters first. */
export function stuckGroups(stuck: readonly Stuck[]): readonly Stuck[] {
  const groups = new Map<string, Stuck>()
  for (const one of stuck) {
    const { minor, profile, cause } = one
    const key = JSON.stringify([minor, profile, cause])
    const same = groups.get(key)
    groups.set(
      key,
      same === undefined
        ? one
        : { ...same, from: Math.min(same.from, one.from), clusters: same.clusters + one.clusters },
    )
  }
  return [...groups.values()].sort((a, b) => b.clusters - a.clusters || a.from - b.from)
}

export function clustersOf(items: readonly { readonly clusters: number }[]): number {
  return items.reduce((sum, { clusters }) => sum + clusters, 0)
}

/** A day on which clusters come to another minor, or begin to be stuck. */
export interface Stop {
  readonly day: number
  readonly flows: readonly Flow[]
  readonly stuck: readonly Stuck[]
}

export function stopsOf({ steps, stuck }: Pick<FilmAnswer, 'steps' | 'stuck'>): readonly Stop[] {
  const days = new Set([...steps, ...stuck.map(({ from }) => ({ day: from }))].map(({ day }) => day))
  return [...days]
    .sort((a, b) => a - b)
    .map((day) => ({
      day,
      flows: steps.find((step) => step.day === day)?.flows ?? [],
      stuck: stuck.filter(({ from }) => from === day),
    }))
}

/** The last stop to and with a day, or the one before it, and the next two. */
export function stopsAround(stops: readonly Stop[], day: number): readonly Stop[] {
  const before = stops.findLastIndex((stop) => stop.day <= day)
  return stops.slice(Math.max(before, 0), before + 3)
}

export interface Headline {
  readonly day: string
  readonly fact: string
  readonly warning: string
}

/** The minor that is left next leads: that many have it still ahead. Where none is left any more, the one with most. */
export function headlineOf(film: FilmAnswer, day: number): Headline {
  const counts = countsOn(film, day)
  const next = film.steps.find((step) => step.day > day)
  const leaving = next && mostLeft(next.flows)
  const lead = counts.find(({ minor }) => minor === leaving) ?? counts.toSorted((a, b) => b.count - a.count)[0]
  const stuck = clustersOf(stuckOn(film, day))
  return {
    day: longDay(film, day),
    fact:
      lead === undefined
        ? 'no cluster is there'
        : `${countText(lead.count)} of ${countOf(film.clusters, 'cluster')}${leaving === undefined ? '' : ' still'} ${
            lead.count === 1 ? 'runs' : 'run'
          } ${lead.minor}`,
    warning: stuck === 0 ? '' : `${countText(stuck)} ${stuck === 1 ? 'is' : 'are'} stuck.`,
  }
}

function mostLeft(flows: readonly Flow[]): string | undefined {
  const left = new Map<string, number>()
  for (const { from, clusters } of flows) left.set(from, (left.get(from) ?? 0) + clusters)
  return [...left].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** `34 clusters of azure are forced from 1.33.11 to 1.34, 120–402 nodes roll` */
function flowText({ clusters, profile, version, to, kind, nodes }: Flow): string {
  const are = clusters === 1 ? 'is' : 'are'
  const goes = clusters === 1 ? 'goes' : 'go'
  const verb = kind === 'forced' ? `${are} forced` : kind === 'auto' ? `${goes} by auto-update` : goes
  const roll =
    nodes.max === 0 ? 'no node rolls' : `${nodeFigure(nodes)} ${nodes.max === 1 ? 'node rolls' : 'nodes roll'}`
  return `${countOf(clusters, 'cluster')} of ${profile.name} ${verb} from ${version} to ${to}, ${roll}`
}

export function failText(stuck: readonly Stuck[]): string {
  const clusters = clustersOf(stuck)
  return clusters === 0 ? '' : `${countText(clusters)} ${clusters === 1 ? 'begins' : 'begin'} to fail.`
}

/** So many flows of a day are said. */
const SAID = 2

/** What happens on a day, in words. */
export function stopText({ flows }: Pick<Stop, 'flows'>, most = SAID): string {
  const said = flows.slice(0, most).map((flow) => `${flowText(flow)}.`)
  const rest = flows.slice(most)
  if (rest.length > 0) {
    const clusters = clustersOf(rest)
    said.push(`${countOf(clusters, 'more cluster')} ${clusters === 1 ? 'goes' : 'go'} to another minor.`)
  }
  return said.join(' ')
}

/** `14 days before`, `on this day`, `1 day later` */
export function distanceText(day: number, other: number): string {
  if (day === other) return 'on this day'
  const days = Math.abs(other - day)
  return `${countOf(days, 'day')} ${other < day ? 'before' : 'later'}`
}
