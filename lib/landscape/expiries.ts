import { madeOnce } from '@/lib/engine/grouped'
import { type DigestChange, type MaintenanceDigest, tight } from '@/lib/engine/outlook'
import type { Instant, ProfileRef } from '@/lib/engine/types'
import type { ClassSum } from './class-sums'
import type { ClassedLandscape, ShootClass } from './classes'

/** An expiry that clusters are on when it comes, if nothing is done. */
export interface ExpiryMark {
  readonly at: Instant
  readonly what: string
  readonly version: string
  /** The clusters that it forces off the version, or that fail to leave it. */
  readonly clusters: number
  readonly fails: number
}

type GrowingMark = { -readonly [K in keyof ExpiryMark]: ExpiryMark[K] }

/** Expiries within the horizon that hit clusters, by profile, in order of time. */
export type ExpiryMarks = ReadonlyMap<string, readonly ExpiryMark[]>

export class MarkSum implements ClassSum {
  private readonly profiles = new Map<string, Map<string, GrowingMark>>()
  private readonly expiries: KnownExpiries = new Map()

  constructor(private readonly landscape: ClassedLandscape) {}

  add(shoots: ShootClass, times: 1 | -1): void {
    const marks = madeOnce(this.profiles, shoots.profile, () => new Map<string, GrowingMark>())
    for (const hit of hitsOf(this.landscape, shoots, this.expiries)) {
      const { key, at, what, version, fails } = hit
      const mark = madeOnce(marks, key, () => ({ at, what, version, clusters: 0, fails: 0 }))
      mark.clusters += times * shoots.clusters
      mark.fails += fails ? times * shoots.clusters : 0
    }
  }

  told(): ExpiryMarks {
    return new Map(
      [...this.profiles].map(([profile, marks]) => {
        const hit = [...marks.values()].filter(({ clusters }) => clusters > 0)
        return [profile, hit.map((mark) => ({ ...mark })).sort(byTime)]
      }),
    )
  }
}

/** The expiry of a version within the horizon, because of which a maintenance leaves it or fails to. */
interface ForeseenExpiry {
  readonly key: string
  readonly at: Instant
  readonly what: string
  readonly version: string
  readonly fails: boolean
}

/** The expiries by maintenance. Clusters share maintenances, so that there are far fewer than classes. */
type KnownExpiries = Map<MaintenanceDigest, readonly ForeseenExpiry[]>

const noHits: readonly ForeseenExpiry[] = []

/** The expiries that force a class off a version, each once, as it is hit first: a failure that goes on is not counted again. */
function hitsOf(
  landscape: ClassedLandscape,
  { profile, forecast }: ShootClass,
  known: KnownExpiries,
): readonly ForeseenExpiry[] {
  let hits = noHits as ForeseenExpiry[]
  for (const { digest } of forecast.events) {
    for (const expiry of madeOnce(known, digest, () => expiriesIn(landscape, profile, digest))) {
      if (hits.some(({ key }) => key === expiry.key)) continue
      if (hits === noHits) hits = [expiry]
      else hits.push(expiry)
    }
  }
  return hits
}

function expiriesIn(
  landscape: ClassedLandscape,
  profile: string,
  { changes, denied }: MaintenanceDigest,
): readonly ForeseenExpiry[] {
  const expiries = changes.flatMap((change) => {
    if (change.why !== 'expired') return []
    const { what, from: version, to } = change
    const at = expiryOfChange(landscape, profile, change)
    if (at === null || at <= landscape.at || at > landscape.until) return []
    return [{ key: `${what} ${version}`, at, what, version, fails: to === null || denied }]
  })
  return tight(expiries)
}

/** When the version expires that a change leaves, or cannot leave; null: no date is known. */
export function expiryOfChange(
  { running }: Pick<ClassedLandscape, 'running'>,
  profile: string,
  change: DigestChange,
): Instant | null {
  return running(profile).of(change.what, change.from).expires
}

/** The profile of a landscape by its key; of one that is not known the reference that a shoot has. */
export function refOfProfileKey(landscape: ClassedLandscape, profile: string): ProfileRef {
  const known = landscape.snapshot.profiles.get(profile)?.ref
  const user = known ?? [...landscape.roster.members].find((m) => m.profile === profile)?.shoot.profile
  return user ?? { kind: 'CloudProfile', name: profile }
}

function byTime(a: ExpiryMark, b: ExpiryMark): number {
  return a.at - b.at || (a.what < b.what ? -1 : a.what > b.what ? 1 : a.version < b.version ? -1 : 1)
}
