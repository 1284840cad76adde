import { countMore, madeOnce } from '@/lib/engine/grouped'
import type { FailureCause } from '@/lib/engine/outlook'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { PlacedClass } from './classes'
import type { Landscape } from './landscape'
import { type ComponentMove, endsStuck, isOn, isSameOf, trajectoriesOf } from './trajectory'
import { usersOfVersion } from './usage'
import { compareTexts } from './version-text'

/** A version of a profile that a user looks at: `Kubernetes` or an image's name, and the version. */
export interface VersionSelection {
  readonly what: string
  readonly version: string
}

interface GrowingBand {
  readonly from: string
  /** Null: it does not get there. */
  readonly to: string | null
  readonly kind: ComponentMove['kind']
  /** How it goes on from a failure; null: it does not fail, or does not go on. */
  readonly onward: 'auto' | 'forced' | null
  readonly cause: FailureCause | null
  clusters: number
  failedLast: number
  rolling: number
  inPlace: number
  kubeletRestart: number
  readonly begin: InstantRange
  readonly over: InstantRange | null
}

/** The first and the last of several instants. */
interface InstantRange {
  firstAt: Instant
  lastAt: Instant
}

/** A class that runs a version or comes to it, with the ways of all that its clusters run of that kind. */
export interface ClassWays {
  readonly placed: PlacedClass
  readonly parts: ReturnType<typeof trajectoriesOf>
}

export function waysOf(placed: PlacedClass, { what, version }: VersionSelection): ClassWays {
  const [, { example, forecast }] = placed
  return { placed, parts: trajectoriesOf(example, forecast, what, version) }
}

/**
 * The ways of the clusters on one version, as far as expiries are set: versions in columns by the number of moves, and bands
 * between them. A cluster that runs the version in several places goes the way of the first of them; of one that fails if any,
 * and before that of one that is stuck in the end.
 * @param about the classes that run it or come to it
 * @param through also those that come to the version within the horizon, from the version that they leave for it
 */
export function versionPath(
  landscape: Landscape,
  profile: string,
  { what, version }: VersionSelection,
  about: readonly ClassWays[],
  { through = false }: { readonly through?: boolean } = {},
) {
  const bands = new Map<string, GrowingBand>()
  const passing = new Map<string, number>()
  /** How many of those that pass or stay run the version already, in any place. */
  const running = new Map<string, number>()
  const sources = new Set<string>()
  const pass = (node: string, shoot: Shoot, clusters: number) => {
    countMore(passing, node, clusters)
    if (isOn(shoot, what, node)) countMore(running, node, clusters)
  }
  passing.set(version, 0)
  for (const { placed, parts } of about) {
    const [place, { forecast, example, clusters }] = placed
    const here = parts.flatMap(({ isOn, hops }) => (isOn ? [hops] : []))
    const ways = here.length > 0 || !through ? here : parts.flatMap(({ hops }) => wayTo(hops, { what, version }))
    const way = ways.find(endsStuck) ?? ways.find((hops) => hops.some(({ failing }) => failing !== null)) ?? ways[0]
    if (way === undefined) continue
    const [first] = way
    if (here.length > 0) pass(version, example, clusters)
    else if (first !== undefined) {
      sources.add(first.from)
      pass(first.from, example, clusters)
    }
    for (const hop of way) {
      const goesOn = hop.failing !== null && hop.failing.first === forecast.events[0]
      addToBand(bands, hop, clusters, goesOn ? failedLastOf(landscape, place) : 0)
      // The version as it was asked for, however a profile spells it.
      if (hop.to !== null) pass(isSameOf(what, hop.to, version) ? version : hop.to, example, clusters)
    }
  }
  const columns = columnsOf(version, sources, [...bands.values()])
  const versions = landscape.running(profile)
  return {
    nodes: [...passing]
      .map(([node, clusters]) => {
        const { stage, expires } = versions.of(what, node)
        const there = running.get(node) ?? 0
        return {
          version: node,
          stage,
          column: columns.get(node) ?? 0,
          clusters,
          now: node === version ? there : 0,
          already: sources.has(node) ? 0 : usersOfVersion(landscape, profile, { what, version: node }).clusters - there,
          expires,
        }
      })
      .sort((a, b) => a.column - b.column || compareTexts(a.version, b.version)),
    bands: [...bands.values()]
      .sort(
        (a, b) =>
          (columns.get(a.from) ?? 0) - (columns.get(b.from) ?? 0) ||
          a.begin.firstAt - b.begin.firstAt ||
          b.clusters - a.clusters,
      )
      .map(({ begin, ...band }) => ({ ...band, ...begin })),
  }
}

/** The moves from the one on that leads to the version; empty: none does. */
function wayTo(
  hops: readonly ComponentMove[],
  { what, version }: VersionSelection,
): readonly (readonly ComponentMove[])[] {
  const arrival = hops.findIndex(({ to }) => to !== null && isSameOf(what, to, version))
  return arrival < 0 ? [] : [hops.slice(arrival)]
}

/** The number of shoots of the class at a place whose last maintenance failed. */
function failedLastOf(landscape: Landscape, place: number): number {
  let found = 0
  for (const position of landscape.classes.of(place)) {
    if (landscape.roster.members.at(position)?.shoot.lastMaintenance?.state === 'Failed') found++
  }
  return found
}

function addToBand(
  bands: Map<string, GrowingBand>,
  { from, to, kind, event, failing }: ComponentMove,
  clusters: number,
  failedLast: number,
): void {
  const cause = failing?.first.digest.cause ?? null
  const onward = failing === null || kind === 'fails' ? null : kind
  const key = `${from} ${to} ${failing === null ? kind : 'fails'} ${onward} ${failing?.over === null} ${cause}`
  const band = madeOnce(bands, key, () => {
    const none = { clusters: 0, failedLast: 0, rolling: 0, inPlace: 0, kubeletRestart: 0 }
    const begin = { firstAt: Number.POSITIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY }
    const over = failing === null || failing.over === null ? null : { ...begin }
    return { from, to, kind: failing === null ? kind : 'fails', onward, cause, ...none, begin, over }
  })
  band.clusters += clusters
  band.failedLast += failedLast
  widen(band.begin, (failing?.first ?? event).from)
  if (band.over !== null) widen(band.over, failing?.over?.from ?? event.from)
  const { effect } = event.digest
  if (to !== null && effect !== 'none') band[effect] += clusters
}

function widen(stretch: InstantRange, at: Instant): void {
  stretch.firstAt = Math.min(stretch.firstAt, at)
  stretch.lastAt = Math.max(stretch.lastAt, at)
}

/** The longest way to each version, in moves. No cluster moves in circles, but it is bounded all the same. */
function columnsOf(
  start: string,
  sources: ReadonlySet<string>,
  bands: readonly GrowingBand[],
): ReadonlyMap<string, number> {
  const columns = new Map([...sources].map((source) => [source, 0]))
  columns.set(start, sources.size > 0 ? 1 : 0)
  for (let round = 0; round <= bands.length; round++) {
    let changed = false
    for (const { from, to } of bands) {
      const column = (columns.get(from) ?? 0) + 1
      if (to === null || to === start || sources.has(to) || column <= (columns.get(to) ?? 0)) continue
      columns.set(to, column)
      changed = true
    }
    if (!changed) break
  }
  return columns
}
