import type { PathBody } from '@/lib/contract'
import type { Instant } from '@/lib/engine/types'
import { classesOf } from '../classes'
import { onWire } from '../clock'
import type { FleetIndex } from '../fleet-index'
import { componentsOn, type Hop, hopsOf } from '../trajectory'
import { type Use, versionKey } from '../usage'
import { compareTexts } from '../version-text'
import type { Selection } from './version-panel'

type Band = PathBody['bands'][number]
type Draft = Omit<Band, 'firstAt' | 'lastAt'> & { first: Instant; last: Instant }

/**
 * The ways of the clusters on one version, as far as expiries are set: versions in columns by the number of moves, and bands
 * between them. A cluster that runs the version in several places goes the way of the first of them, of one that fails if any.
 */
export function pathOf(
  index: FleetIndex,
  profile: string,
  { what, version }: Selection,
  uses: ReadonlyMap<string, Use>,
): PathBody {
  const bands = new Map<string, Draft>()
  const selected = new Map<string, number>()
  const passing = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string, clusters: number) =>
    counts.set(key, (counts.get(key) ?? 0) + clusters)
  passing.set(version, 0)
  for (const { outlook, profile: key, example, clusters } of classesOf(index)) {
    if (key !== profile) continue
    const components = componentsOn(example, what, version)
    const ways = components.map((component) => hopsOf(outlook, component))
    const way = ways.find((hops) => hops.at(-1)?.to === null) ?? ways[0]
    if (way === undefined) continue
    add(passing, version, clusters)
    add(selected, version, clusters)
    for (const hop of way) {
      addToBand(bands, hop, clusters)
      if (hop.to !== null) add(passing, hop.to, clusters)
    }
  }
  const columns = columnsOf(version, [...bands.values()])
  const versions = index.running(profile)
  return {
    nodes: [...passing]
      .map(([node, clusters]) => {
        const running = what === 'Kubernetes' ? versions.kubernetes(node) : versions.image(what, node)
        return {
          version: node,
          stage: running.stage === 'notInProfile' ? ('expired' as const) : running.stage,
          column: columns.get(node) ?? 0,
          clusters,
          already: (uses.get(versionKey(what, node))?.clusters ?? 0) - (selected.get(node) ?? 0),
          expires: running.expires,
        }
      })
      .sort((a, b) => a.column - b.column || compareTexts(a.version, b.version)),
    bands: [...bands.values()]
      .sort(
        (a, b) =>
          (columns.get(a.from) ?? 0) - (columns.get(b.from) ?? 0) || a.first - b.first || b.clusters - a.clusters,
      )
      .map(({ first, last, ...band }) => ({ ...band, firstAt: onWire(first), lastAt: onWire(last) })),
  }
}

function addToBand(bands: Map<string, Draft>, { from, to, kind, event }: Hop, clusters: number): void {
  const cause = kind === 'fails' ? event.digest.cause : null
  const key = `${from} ${to} ${kind} ${cause}`
  let band = bands.get(key)
  if (band === undefined) {
    const none = { clusters: 0, rolling: 0, inPlace: 0, kubeletRestart: 0 }
    band = { from, to, kind, cause, ...none, first: event.from, last: event.from }
    bands.set(key, band)
  }
  band.clusters += clusters
  band.first = Math.min(band.first, event.from)
  band.last = Math.max(band.last, event.from)
  const { effect } = event.digest
  if (to !== null && effect !== 'none') band[effect] += clusters
}

/** The longest way to each version, in moves. Nobody moves in circles, but bounded all the same. */
function columnsOf(start: string, bands: readonly Draft[]): Map<string, number> {
  const columns = new Map([[start, 0]])
  for (let round = 0; round <= bands.length; round++) {
    let changed = false
    for (const { from, to } of bands) {
      const column = (columns.get(from) ?? 0) + 1
      if (to === null || to === start || column <= (columns.get(to) ?? 0)) continue
      columns.set(to, column)
      changed = true
    }
    if (!changed) break
  }
  return columns
}
