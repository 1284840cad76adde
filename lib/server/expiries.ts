import type { ClusterForecast, DigestChange } from '@/lib/engine/fleet'
import type { Instant, ProfileRef, Shoot } from '@/lib/engine/types'
import { classesOf, type ShootClass } from './classes'
import type { FleetIndex } from './fleet-index'
import { oncePerProcess } from './kept'
import { Steps, stepLength } from './steps'

/** An expiry that clusters are on when it comes, if nobody acts. */
export interface ExpiryMark {
  readonly at: Instant
  readonly what: string
  readonly version: string
  /** That it forces off the version, or that fail to leave it. */
  readonly clusters: number
  readonly fails: number
  readonly nodes: { readonly min: number; readonly max: number }
}

type GrowingMark = { -readonly [K in keyof ExpiryMark]: ExpiryMark[K] } & { nodes: { min: number; max: number } }

/** Expiries within the horizon that hit clusters, by profile, in order of time. */
export function expiryMarks(index: FleetIndex): ExpiryMarks {
  return marksOf(index).value
}

type ExpiryMarks = ReadonlyMap<string, readonly ExpiryMark[]>

/** The same step by step. */
export const marksOf = oncePerProcess('expiries', (index: FleetIndex) => new Steps(marksIn(index)))

function* marksIn(index: FleetIndex): Generator<undefined, ExpiryMarks> {
  const profiles = new Map<string, Map<string, GrowingMark>>()
  for (const [i, shoots] of classesOf(index).entries()) {
    if (i % stepLength === 0) yield
    const marks = profiles.get(shoots.profile) ?? new Map<string, GrowingMark>()
    profiles.set(shoots.profile, marks)
    for (const [key, hit] of hitsOf(index, shoots)) {
      let mark = marks.get(key)
      if (mark === undefined) {
        mark = { ...hit, clusters: 0, fails: 0, nodes: { min: 0, max: 0 } }
        marks.set(key, mark)
      }
      mark.clusters += shoots.clusters
      mark.fails += hit.fails ? shoots.clusters : 0
      for (const pool of hit.pools) {
        mark.nodes.min += shoots.pools[pool]?.min ?? 0
        mark.nodes.max += shoots.pools[pool]?.max ?? 0
      }
    }
  }
  return new Map([...profiles].map(([profile, marks]) => [profile, [...marks.values()].map(inOrder).sort(byTime)]))
}

interface Hit {
  at: Instant
  what: string
  version: string
  fails: boolean
  pools: Set<number>
}

/** By the forecast of their class: after a change of one cluster nearly all classes have the one that they had. */
const knownHits = oncePerProcess('hits', (_: FleetIndex['running']) => new WeakMap<ClusterForecast, Hits>())

type Hits = ReadonlyMap<string, Hit>
const noHits: Hits = new Map()

/** The expiries that force a class off a version, each once: a failure that goes on is not counted again. */
function hitsOf(index: FleetIndex, shoots: ShootClass): Hits {
  const known = knownHits(index.running)
  let hits = known.get(shoots.forecast)
  if (hits === undefined) {
    const found = hitsIn(index, shoots)
    hits = found.size === 0 ? noHits : found
    known.set(shoots.forecast, hits)
  }
  return hits
}

function hitsIn(index: FleetIndex, shoots: ShootClass): Hits {
  const { example: shoot, profile } = shoots
  const hits = new Map<string, Hit>()
  for (const { digest } of shoots.forecast.events) {
    for (const change of digest.changes) {
      if (change.why !== 'expired') continue
      const { what } = change
      const at = expiryOfChange(index, profile, change)
      if (at === null || at <= index.at || at > index.until) continue
      const key = `${what} ${change.from}`
      const hit = hits.get(key) ?? { at, what, version: change.from, fails: false, pools: new Set() }
      hits.set(key, hit)
      if (hit.pools.size === 0) hit.fails = change.to === null || digest.denied
      for (const pool of poolsOf(change, shoot)) hit.pools.add(pool)
    }
  }
  return hits
}

/** When the version expires that a change leaves, or cannot leave; null: no date is known. */
export function expiryOfChange(
  { running }: Pick<FleetIndex, 'running'>,
  profile: string,
  change: DigestChange,
): Instant | null {
  const versions = running(profile)
  return (
    change.component === 'poolImage' ? versions.image(change.what, change.from) : versions.kubernetes(change.from)
  ).expiry
}

/** Which pools a change is about: its own, or all that follow the control plane. */
function poolsOf(change: DigestChange, shoot: Shoot): number[] {
  if (change.pool !== null) return [change.pool]
  return shoot.workers.flatMap((worker, i) => (worker.kubernetesVersion === undefined ? [i] : []))
}

/** The profile of an index by its key; of one that is not known the reference that a shoot has. */
export function refOf(index: FleetIndex, profile: string): ProfileRef {
  const known = index.snapshot.profiles.get(profile)?.ref
  const user = known ?? [...index.roster.members].find((m) => m.profile === profile)?.shoot.profile
  return user ?? { kind: 'CloudProfile', name: profile }
}

function inOrder({ at, what, version, clusters, fails, nodes }: GrowingMark): ExpiryMark {
  return { at, what, version, clusters, fails, nodes }
}

function byTime(a: ExpiryMark, b: ExpiryMark): number {
  return a.at - b.at || (a.what < b.what ? -1 : a.what > b.what ? 1 : a.version < b.version ? -1 : 1)
}
