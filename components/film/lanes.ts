import type { FilmAnswer } from '@/lib/contract'
import { shownMinors, stepOf } from './days'

/** Lanes of minors, the newest on top, all on one scale; in pixels. */

/** Clusters of all lanes at their highest share so much. */
const ROOM = 420
/** A lane is never lower, so that its name has a line; and so much is free above what it holds at most. */
const LEAST = 30
const FREE = 14
/** However few clusters: they are seen. */
const THIN = 3
/** How high the line of stuck clusters is, whatever their number. */
export const SEDIMENT = 5
/** How far a link reaches to the right. */
const REACH = 21

export interface Lane {
  readonly minor: string
  /** Of `--m-0` to `--m-5`, the newest having the last. */
  readonly tint: number
  /** Where its clusters stand. */
  readonly base: number
  readonly path: string
  /** The top edge with the draft where it is another; empty: nowhere. */
  readonly ghost: string
  /** Clusters on the first day. */
  readonly first: number
  /** Stretches on which clusters are stuck, in pixels from the left. */
  readonly sediment: readonly Stretch[]
  /** Stretches on which clusters are stuck with the draft, and none without. */
  readonly ghostSediment: readonly Stretch[]
}

export interface Stretch {
  readonly left: number
  readonly width: number
  readonly clusters: number
}

export interface Link {
  readonly key: string
  readonly tint: number
  readonly path: string
}

export interface Drawing {
  readonly height: number
  readonly lanes: readonly Lane[]
  readonly links: readonly Link[]
  /** A round number of clusters with its height. */
  readonly scale: { readonly clusters: number; readonly height: number }
}

export function drawingOf(film: FilmAnswer, width: number): Drawing {
  const x = (day: number) => round((Math.min(day, film.days) / film.days) * width)
  const shown = shownMinors(film)
  const most = shown.map(({ counts, drafted }) => Math.max(...counts, ...drafted))
  const perCluster = ROOM / Math.max(1, sum(most))
  const high = (clusters: number) => (clusters === 0 ? 0 : Math.max(THIN, clusters * perCluster))
  let base = 0
  const lanes = shown.map(({ minor, counts, drafted, tint }, i): Lane => {
    base += Math.max(LEAST, Math.round(high(most[i] ?? 0)) + FREE)
    const corners = film.steps.map(({ day }, step) => `H${x(day)}V${round(base - high(counts[step + 1] ?? 0))}`)
    const path = `M0 ${base}V${round(base - high(counts[0] ?? 0))}${corners.join('')}H${width}V${base}Z`
    return {
      minor,
      tint,
      base,
      path,
      ghost: ghostOf(film, { counts, drafted }, x, (clusters) => round(base - high(clusters))),
      first: counts[0] ?? 0,
      sediment: stuckSpans(film, film.days, minor).map((span) => stretch(span, x)),
      ghostSediment: stuckOnlyWithDraft(film, minor).map((span) => stretch(span, x)),
    }
  })
  const place = new Map(shown.map(({ minor, counts }, i) => [minor, { counts, lane: lanes[i] }]))
  const links: Link[] = []
  for (const { day, flows } of film.steps) {
    const step = stepOf(film, day)
    for (const [key, clusters] of added(flows)) {
      const [from = '', to = ''] = key.split(' ')
      const [lower, upper] = [place.get(from), place.get(to)]
      if (lower?.lane === undefined || upper?.lane === undefined) continue
      const thick = high(clusters)
      const top = lower.lane.base - high(lower.counts[step - 1] ?? 0)
      const end = upper.lane.base
      const [left, right] = [x(day), x(day) + REACH]
      const middle = (left + right) / 2
      links.push({
        key: `${day} ${key}`,
        tint: lower.lane.tint,
        path: `M${left} ${round(top)}C${middle} ${round(top)} ${middle} ${round(end - thick)} ${right} ${round(end - thick)}V${end}C${middle} ${end} ${middle} ${round(top + thick)} ${left} ${round(top + thick)}Z`,
      })
    }
  }
  const clusters = [1000, 500, 200, 100, 50, 20, 10, 5].find((one) => one * perCluster <= 70) ?? 1
  return { height: base + 1, lanes, links, scale: { clusters, height: clusters * perCluster } }
}

/** Clusters by where they come from and go to. */
function added(flows: FilmAnswer['steps'][number]['flows']): Map<string, number> {
  const all = new Map<string, number>()
  for (const { from, to, clusters } of flows) all.set(`${from} ${to}`, (all.get(`${from} ${to}`) ?? 0) + clusters)
  return all
}

/** Days from `from` to before `to`. */
interface Span {
  readonly from: number
  readonly to: number
  readonly clusters: number
}

function stretch({ from, to, clusters }: Span, x: (day: number) => number): Stretch {
  return { left: x(from), width: x(to) - x(from), clusters }
}

function stuckSpans({ stuck }: Pick<FilmAnswer, 'stuck'>, days: number, minor: string): readonly Span[] {
  const here = stuck.filter((one) => one.minor === minor)
  const turns = [...new Set(here.flatMap(({ from, to }) => [from, to === null ? days : to + 1]))].sort((a, b) => a - b)
  return turns.flatMap((from, i) => {
    const to = turns[i + 1] ?? days
    const clusters = sum(here.filter((one) => one.from <= from && (one.to ?? days) >= from).map((one) => one.clusters))
    return clusters === 0 || to <= from ? [] : [{ from, to, clusters }]
  })
}

function stuckOnlyWithDraft(film: FilmAnswer, minor: string): readonly Span[] {
  if (film.draft === null) return []
  const now = stuckSpans(film, film.days, minor)
  return stuckSpans(film.draft, film.days, minor).flatMap((span) =>
    now
      .reduce<readonly Span[]>(
        (left, { from, to }) =>
          left.flatMap((one) => [
            { ...one, to: Math.min(one.to, from) },
            { ...one, from: Math.max(one.from, to) },
          ]),
        [span],
      )
      .filter(({ from, to }) => from < to),
  )
}

/** A line along the counts of the draft, day by day that differs, from the edge of the lane and back to it. */
function ghostOf(
  { steps, draft, days }: FilmAnswer,
  { counts, drafted }: { readonly counts: readonly number[]; readonly drafted: readonly number[] },
  x: (day: number) => number,
  y: (clusters: number) => number,
): string {
  if (draft === null) return ''
  const turns = [...new Set([0, ...[...steps, ...draft.steps].map(({ day }) => day)])].sort((a, b) => a - b)
  let path = ''
  let isDrawn = false
  for (const [i, day] of turns.entries()) {
    const count = counts[stepOf({ steps }, day)] ?? 0
    const other = drafted[stepOf(draft, day)] ?? 0
    if (count === other) {
      if (isDrawn) path += `V${y(count)}`
      isDrawn = false
      continue
    }
    if (!isDrawn) path += `M${x(day)} ${y(counts[stepOf({ steps }, day - 1)] ?? 0)}`
    path += `V${y(other)}H${x(turns[i + 1] ?? days)}`
    isDrawn = true
  }
  return path
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
