import { madeOnce } from '@/lib/engine/grouped'
import type { ProfileRef, Shoot } from '@/lib/engine/types'
import type { ChunkedList } from '@/lib/garden/chunked-list'
import { profileKey } from '@/lib/garden/garden'
import { oncePerProcess } from '@/lib/process/kept'

/** How many clusters are told for each profile. */
const most = 3

/** A profile that clusters name, whether it is there or not. */
export interface NamedProfile {
  readonly ref: ProfileRef
  /** The first clusters that name it, as `namespace/name`. */
  readonly first: readonly string[]
  readonly count: number
}

/** What the clusters of a garden name. */
export interface NamedByClusters {
  /** The profiles by `profileKey`. */
  readonly profiles: ReadonlyMap<string, NamedProfile>
  /** Versions of Gardener that worked on them last, as they were written. */
  readonly gardeners: ReadonlySet<string>
}

/**
 * The profiles that clusters of a list name. The walk is made once for each list, as every page tells how the garden is, and it takes 10
 * milliseconds for 100,000 clusters.
 */
export const namedByClusters = oncePerProcess('named-by-clusters', (shoots: ChunkedList<Shoot>): NamedByClusters => {
  const profiles = new Map<string, { ref: ProfileRef; first: string[]; count: number }>()
  const gardeners = new Set<string>()
  shoots.forEach(({ profile: ref, gardenerVersion, namespace, name }) => {
    const profile = madeOnce(profiles, profileKey(ref), () => ({ ref, first: [] as string[], count: 0 }))
    if (profile.count < most) profile.first.push(`${namespace}/${name}`)
    profile.count++
    if (gardenerVersion !== undefined) gardeners.add(gardenerVersion)
  })
  return { profiles, gardeners }
})
