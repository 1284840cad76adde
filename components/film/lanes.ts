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
  readonly today: number
  /** Stretches on which clusters are stuck, in pixels from the left. */
  readonly sediment: readonly { readonly left: number; readonly width: number; readonly clusters: number }[]
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
  const most = shown.map(({ counts }) => Math.max(...counts))
  const perCluster = ROOM / Math.max(1, sum(most))
  const high = (clusters: number) => (clusters === 0 ? 0 : Math.max(THIN, clusters * perCluster))
  let base = 0
  const lanes = shown.map(({ minor, counts, tint }, i): Lane => {
    base += Math.max(LEAST, Math.round(high(most[i] ?? 0)) + FREE)
    const corners = film.steps.map(({ day }, step) => `H${x(day)}V${round(base - high(counts[step + 1] ?? 0))}`)
    const path = `M0 ${base}V${round(base - high(counts[0] ?? 0))}${corners.join('')}H${width}V${base}Z`
    return { minor, tint, base, path, today: counts[0] ?? 0, sediment: sedimentOf(film, minor, x) }
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

function sedimentOf({ stuck, days }: FilmAnswer, minor: string, x: (day: number) => number): Lane['sediment'] {
  const here = stuck.filter((one) => one.minor === minor)
  const turns = [...new Set(here.flatMap(({ from, to }) => [from, to === null ? days : to + 1]))].sort((a, b) => a - b)
  return turns.flatMap((from, i) => {
    const to = turns[i + 1] ?? days
    const clusters = sum(here.filter((one) => one.from <= from && (one.to ?? days) >= from).map((one) => one.clusters))
    return clusters === 0 || to <= from ? [] : [{ left: x(from), width: x(to) - x(from), clusters }]
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
