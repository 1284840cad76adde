import { profileName } from '@/lib/client/queries'
import { countOf, countText, dateText, dayText } from '@/lib/client/time-text'
import { nodeFigure } from '@/lib/client/wording'
import type { FilmAnswer } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'

export type Flow = FilmAnswer['steps'][number]['flows'][number]
export type Stuck = FilmAnswer['stuck'][number]
/** Where clusters are from the first day on: as things are, or with a draft. */
export type Course = Pick<FilmAnswer, 'steps' | 'series' | 'stuck'>

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

/** The first day in a word: of a film as it was known then it is not today, which the page says of the present alone. */
export function firstDayWord({ seen }: Pick<FilmAnswer, 'seen'>): 'today' | 'then' {
  return seen === undefined ? 'today' : 'then'
}

/** `today`, `in 12 days`; of a film as it was known then `then`, `12 days later`. */
export function awayText(film: Pick<FilmAnswer, 'seen'>, day: number): string {
  if (day === 0) return firstDayWord(film)
  return film.seen === undefined ? `in ${countOf(day, 'day')}` : `${countOf(day, 'day')} later`
}

/** `20 Dec`, with the year where it is not the first day's. */
export function shortDay(film: FilmAnswer, day: number): string {
  return dateText(dateOf(film, day), film.first)
}

/** Which of the counts of a series a day has. */
export function stepOf({ steps }: Pick<Course, 'steps'>, day: number): number {
  return steps.findLastIndex((step) => step.day <= day) + 1
}

const TINTS = 6

/**
 * Minors that some cluster has on some day, with the draft or without, newest first. `tint`: of `--m-0` to `--m-5`, the newest
 * having the last.
 */
export function shownMinors({ series, draft }: Pick<FilmAnswer, 'series' | 'draft'>) {
  const minors = new Map(series.map(({ minor, counts }) => [minor, { counts, drafted: [] as readonly number[] }]))
  for (const { minor, counts: drafted } of draft?.series ?? [])
    minors.set(minor, { counts: minors.get(minor)?.counts ?? [], drafted })
  return [...minors]
    .filter(([, { counts, drafted }]) => [...counts, ...drafted].some((count) => count > 0))
    .sort(([a], [b]) => collator.compare(b, a))
    .map(([minor, { counts, drafted }], i) => ({ minor, counts, drafted, tint: Math.max(0, TINTS - 1 - i) }))
}

const collator = new Intl.Collator('en', { numeric: true })

export interface MinorCount {
  readonly minor: string
  readonly tint: number
  /** On the first day. */
  readonly first: number
  readonly count: number
  readonly stuck: number
  /** With the draft; the same without one. */
  readonly drafted: { readonly count: number; readonly stuck: number }
}

/** Of the minors that are shown, newest first. */
export function countsOn(film: FilmAnswer, day: number): readonly MinorCount[] {
  const { draft } = film
  const countIn = (course: Course, counts: readonly number[], minor: string) => ({
    count: counts[stepOf(course, day)] ?? 0,
    stuck: clustersOf(stuckOn(course, day).filter((one) => one.minor === minor)),
  })
  return shownMinors(film).map(({ minor, tint, counts, drafted }) => {
    const now = countIn(film, counts, minor)
    return {
      minor,
      tint,
      first: counts[0] ?? 0,
      ...now,
      drafted: draft === null ? now : countIn(draft, drafted, minor),
    }
  })
}

/** How many are stuck on a day, and with the draft. */
export function stuckCount(film: FilmAnswer, day: number): { readonly now: number; readonly drafted: number } {
  return { now: clustersOf(stuckOn(film, day)), drafted: clustersOf(stuckOn(film.draft ?? film, day)) }
}

export function stuckOn({ stuck }: Pick<Course, 'stuck'>, day: number): readonly Stuck[] {
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

/** What happens on one day: clusters come to another minor, or begin to be stuck. */
export interface Happening {
  readonly flows: readonly Flow[]
  readonly stuck: readonly Stuck[]
}

/** A day on which something happens, with the draft or without. */
export interface Stop extends Happening {
  readonly day: number
  /** What happens with the draft; null: there is none, or it makes no difference to the day. */
  readonly drafted: Happening | null
}

export function stopsOf(film: Pick<FilmAnswer, 'steps' | 'stuck' | 'draft'>): readonly Stop[] {
  const { draft } = film
  const now = happeningsOf(film)
  const drafted = draft === null ? now : happeningsOf(draft)
  return [...new Set([...now.keys(), ...drafted.keys()])]
    .sort((a, b) => a - b)
    .map((day) => {
      const [here, there] = [now.get(day) ?? NOTHING, drafted.get(day) ?? NOTHING]
      return { day, ...here, drafted: sameText(here) === sameText(there) ? null : there }
    })
}

const NOTHING: Happening = { flows: [], stuck: [] }

function happeningsOf({ steps, stuck }: Pick<Course, 'steps' | 'stuck'>): ReadonlyMap<number, Happening> {
  const found = new Map<number, Happening>(steps.map(({ day, flows }) => [day, { flows, stuck: [] }]))
  for (const one of stuck) {
    // What failed before the first day does not begin in the film.
    if (one.from === 0) continue
    const { flows, stuck: others } = found.get(one.from) ?? NOTHING
    found.set(one.from, { flows, stuck: [...others, one] })
  }
  return found
}

/** Equal where the same happens, whatever the order. */
function sameText({ flows, stuck }: Happening): string {
  const begins = stuck.map(({ to: _, ...one }) => one)
  return JSON.stringify([flows, begins].map((items) => items.map((item) => JSON.stringify(item)).sort()))
}

/** The last stop to and with a day, or the one before it, and the next two. */
export function stopsAround(stops: readonly Stop[], day: number): readonly Stop[] {
  const before = stops.findLastIndex((stop) => stop.day <= day)
  return stops.slice(Math.max(before, 0), before + 3)
}

export interface Headline {
  readonly day: string
  readonly fact: string
  /** What of it is different with the draft; empty: nothing. */
  readonly drafted: string
  readonly warning: string
}

/** The minor that is left next leads: that many have it still ahead. Where none is left any more, the one with most. */
export function headlineOf(film: FilmAnswer, day: number): Headline {
  const counts = countsOn(film, day)
  const next = film.steps.find((step) => step.day > day)
  const leaving = next && mostLeft(next.flows)
  const lead = counts.find(({ minor }) => minor === leaving) ?? counts.toSorted((a, b) => b.count - a.count)[0]
  const stuck = stuckCount(film, day)
  return {
    day: longDay(film, day),
    fact:
      lead === undefined
        ? 'no cluster is there'
        : `${countText(lead.count)} of ${countOf(film.clusters, 'cluster')}${leaving === undefined ? '' : ' still'} ${
            lead.count === 1 ? 'runs' : 'run'
          } ${lead.minor}`,
    drafted: lead === undefined || lead.drafted.count === lead.count ? '' : withDraft(lead.drafted.count),
    warning:
      stuck.now === 0 && stuck.drafted === 0
        ? ''
        : `${countText(stuck.now)} ${stuck.now === 1 ? 'is' : 'are'} stuck${
            stuck.now === stuck.drafted ? '' : withDraft(stuck.drafted)
          }.`,
  }
}

/** `, 60 with the draft` */
function withDraft(count: number): string {
  return `, ${countText(count)} with the draft`
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
  return `${countOf(clusters, 'cluster')} of ${profileName(profile)} ${verb} from ${version} to ${to}, ${roll}`
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

/** What the draft makes of a day, as sentences; empty where it makes no difference. */
export function draftedText(film: FilmAnswer, stop: Stop, most = SAID): string {
  const { drafted } = stop
  if (drafted === null) return ''
  const said = [stopText(drafted, most), failText(drafted.stuck)].filter(Boolean).join(' ')
  return said === '' ? otherDayText(film, stop) : `With the draft: ${said}`
}

/** When the draft lets happen what it takes away from a day: clusters of the same profile go from the same version. */
function otherDayText(film: FilmAnswer, { day, flows: [first] }: Stop): string {
  if (first === undefined || film.draft === null) return 'Not with the draft.'
  const daysIn = ({ steps }: Course) =>
    steps.filter(({ flows }) => flows.some((flow) => isSameWay(flow, first))).map((step) => step.day)
  const [other, ...more] = daysIn(film.draft)
  if (other === undefined) return 'Not with the draft.'
  if (more.length > 0 || daysIn(film).length > 1) return `With the draft from ${shortDay(film, other)} on.`
  return `With the draft on ${shortDay(film, other)}, ${apartText(day, other)}.`
}

/** `83 days earlier` */
function apartText(day: number, other: number): string {
  return `${countOf(Math.abs(other - day), 'day')} ${other < day ? 'earlier' : 'later'}`
}

function isSameWay(a: Flow, b: Flow): boolean {
  return profileName(a.profile) === profileName(b.profile) && a.version === b.version && a.to === b.to
}

/** `14 days before`, `on this day`, `1 day later` */
export function distanceText(day: number, other: number): string {
  if (day === other) return 'on this day'
  const days = Math.abs(other - day)
  return `${countOf(days, 'day')} ${other < day ? 'before' : 'later'}`
}
