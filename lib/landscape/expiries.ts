import { type DigestChange, type MaintenanceDigest, tight } from '@/lib/engine/outlook'
import type { Instant, ProfileRef, Shoot } from '@/lib/engine/types'
import { type ClassSum, classSum } from './class-sums'
import type { ClassedIndex, ShootClass } from './classes'

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
export type ExpiryMarks = ReadonlyMap<string, readonly ExpiryMark[]>

class MarkSum implements ClassSum {
  private readonly profiles = new Map<string, Map<string, GrowingMark>>()
  private readonly expiries: KnownExpiries = new Map()

  constructor(private readonly index: ClassedIndex) {}

  add(shoots: ShootClass, times: 1 | -1): void {
    const marks = this.profiles.get(shoots.profile) ?? new Map<string, GrowingMark>()
    this.profiles.set(shoots.profile, marks)
    for (const hit of hitsOf(this.index, shoots, this.expiries)) {
      const { key, at, what, version } = hit.expiry
      let mark = marks.get(key)
      if (mark === undefined) {
        mark = { at, what, version, clusters: 0, fails: 0, nodes: { min: 0, max: 0 } }
        marks.set(key, mark)
      }
      mark.clusters += times * shoots.clusters
      mark.fails += hit.fails ? times * shoots.clusters : 0
      for (const pool of hit.pools) {
        mark.nodes.min += times * (shoots.pools[pool]?.min ?? 0)
        mark.nodes.max += times * (shoots.pools[pool]?.max ?? 0)
      }
    }
  }

  told(): ExpiryMarks {
    return new Map(
      [...this.profiles].map(([profile, marks]) => {
        const hit = [...marks.values()].filter(({ clusters }) => clusters > 0)
        return [profile, hit.map((mark) => ({ ...mark, nodes: { ...mark.nodes } })).sort(byTime)]
      }),
    )
  }
}

export const marksIn = classSum('expiries of profiles', {
  make: (index) => new MarkSum(index),
  tell: (sum: MarkSum) => sum.told(),
})

/** That a version expires within the horizon, and a maintenance leaves it for that, or cannot. */
interface ForeseenExpiry {
  readonly key: string
  readonly at: Instant
  readonly what: string
  readonly version: string
  readonly fails: boolean
  readonly change: DigestChange
}

interface ExpiryForClass {
  readonly expiry: ForeseenExpiry
  fails: boolean
  readonly pools: number[]
}

/** By maintenance: clusters share them, so that there are far fewer than classes. */
type KnownExpiries = Map<MaintenanceDigest, readonly ForeseenExpiry[]>

const noHits: readonly ExpiryForClass[] = []

/** The expiries that force a class off a version, each once: a failure that goes on is not counted again. */
function hitsOf(
  index: ClassedIndex,
  { example: shoot, profile, forecast }: ShootClass,
  known: KnownExpiries,
): readonly ExpiryForClass[] {
  let hits = noHits as ExpiryForClass[]
  for (const { digest } of forecast.events) {
    let expiries = known.get(digest)
    if (expiries === undefined) {
      expiries = expiriesIn(index, profile, digest)
      known.set(digest, expiries)
    }
    for (const expiry of expiries) {
      let hit = hits.find((one) => one.expiry.key === expiry.key)
      if (hit === undefined) {
        hit = { expiry, fails: false, pools: [] }
        if (hits === noHits) hits = [hit]
        else hits.push(hit)
      }
      if (hit.pools.length === 0) hit.fails = expiry.fails
      addPools(hit.pools, expiry.change, shoot)
    }
  }
  return hits
}

function expiriesIn(
  index: ClassedIndex,
  profile: string,
  { changes, denied }: MaintenanceDigest,
): readonly ForeseenExpiry[] {
  const expiries = changes.flatMap((change) => {
    if (change.why !== 'expired') return []
    const { what, from: version, to } = change
    const at = expiryOfChange(index, profile, change)
    if (at === null || at <= index.at || at > index.until) return []
    return [{ key: `${what} ${version}`, at, what, version, fails: to === null || denied, change }]
  })
  return tight(expiries)
}

/** When the version expires that a change leaves, or cannot leave; null: no date is known. */
export function expiryOfChange(
  { running }: Pick<ClassedIndex, 'running'>,
  profile: string,
  change: DigestChange,
): Instant | null {
  const versions = running(profile)
  return (
    change.component === 'poolImage' ? versions.image(change.what, change.from) : versions.kubernetes(change.from)
  ).expires
}

/** Adds the pools that a change is about: its own, or all that follow the control plane. */
function addPools(pools: number[], { pool }: DigestChange, { workers }: Shoot): void {
  for (let i = 0; i < workers.length; i++) {
    const isMeant = pool === null ? workers[i]?.kubernetesVersion === undefined : pool === i
    if (isMeant && !pools.includes(i)) pools.push(i)
  }
}

/** The profile of an index by its key; of one that is not known the reference that a shoot has. */
export function refOf(index: ClassedIndex, profile: string): ProfileRef {
  const known = index.snapshot.profiles.get(profile)?.ref
  const user = known ?? [...index.roster.members].find((m) => m.profile === profile)?.shoot.profile
  return user ?? { kind: 'CloudProfile', name: profile }
}

function byTime(a: ExpiryMark, b: ExpiryMark): number {
  return a.at - b.at || (a.what < b.what ? -1 : a.what > b.what ? 1 : a.version < b.version ? -1 : 1)
}
