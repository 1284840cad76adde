import type { NodeRange } from '@/lib/contract/common'
import { idleEnds, isWholeVersion, type ProfileOverrides } from '@/lib/engine/api-server'
import type { Edit } from '@/lib/engine/edits'
import type { ForecastEvent } from '@/lib/engine/outlook'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { expiryOf, justAfter, listedVersion } from '@/lib/engine/rules'
import type { CloudProfile, Instant, ProfileRef } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { positionsOfClasses } from './classes'
import { whatIfOf } from './draft'
import { editedProfiles } from './edited-profiles'
import { type ClusterEvent, clusterEvent } from './event'
import type { Landscape } from './landscape'
import { Outlook } from './outlook'
import { classesOn } from './version-classes'

/** How many exceptions are told: each is looked at as a draft that removes it. */
export const MOST_EXCEPTIONS = 200

/** A date that a namespaced profile sets itself. */
export interface ExpiryException {
  readonly entry: ProfileEntry
  readonly ref: Extract<ProfileRef, { readonly kind: 'NamespacedCloudProfile' }>
  readonly parent: string
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly version: string
  /** Null: it takes the end away. */
  readonly until: Instant | null
  readonly parentEnd: Instant | null
  /** False: a version of its own. */
  readonly isListed: boolean
  readonly isIdle: boolean
}

/** An exception with what happens to its clusters, and what would happen without it. */
export interface JudgedException extends ExpiryException {
  readonly clusters: number
  readonly follows: readonly ClustersWithEvent[]
  readonly removal: { readonly refusals: readonly ProfileRefusal[]; readonly changes: number }
  /** Removing it is accepted and changes nothing for any cluster. */
  readonly canGo: boolean
}

/** Clusters to which the same happens. */
export interface ClustersWithEvent {
  readonly clusters: number
  readonly nodes: NodeRange
  readonly next: ClusterEvent
}

/** All dates that namespaced profiles set themselves, by their end. */
export function exceptionsIn({ snapshot }: Pick<Landscape, 'snapshot'>): readonly ExpiryException[] {
  const found: ExpiryException[] = []
  for (const entry of snapshot.profiles.values()) {
    const { ref, overrides, parent } = entry
    const base = parent === undefined ? undefined : snapshot.profiles.get(parent)
    if (ref.kind !== 'NamespacedCloudProfile' || overrides === undefined || base === undefined) continue
    const idle = idleEnds(overrides, base.profile)
    for (const { image, version, until } of datesIn(overrides, base.profile)) {
      const listed = listedVersion(base.profile, image, version)
      found.push({
        entry,
        ref,
        parent: base.ref.name,
        image,
        version,
        until,
        parentEnd: (listed && expiryOf(listed)) ?? null,
        isListed: listed !== undefined,
        isIdle: idle.some((one) => one.image === image && one.version === version),
      })
    }
  }
  return found.toSorted((a, b) => endOf(a) - endOf(b) || (profileKey(a.ref) < profileKey(b.ref) ? -1 : 1))
}

function endOf({ until }: ExpiryException): number {
  return until ?? Number.MAX_SAFE_INTEGER
}

function* datesIn({ kubernetes, machineImages }: ProfileOverrides, base: CloudProfile) {
  for (const { version, expirationDate } of kubernetes) yield { image: null, version, until: expirationDate ?? null }
  for (const { name, versions } of machineImages) {
    for (const own of versions) {
      const { version, expirationDate } = own
      // A version of its own is an exception only where it ends.
      if (isWholeVersion(own) && expirationDate === undefined && listedVersion(base, name, version) === undefined)
        continue
      yield { image: name, version, until: expirationDate ?? null }
    }
  }
}

/** What becomes of the clusters of some, and what removing each would do: foreseen like any edit. Others get through meanwhile. */
export async function judgeExceptions(
  landscape: Landscape,
  exceptions: readonly ExpiryException[],
): Promise<readonly JudgedException[]> {
  const found: JudgedException[] = []
  for (const exception of exceptions) {
    const { entry } = exception
    const own = usersOf(landscape, exception)
    const edits = [removalOf(exception)]
    const edited = editedProfiles(landscape, { entry, edits })
    const { effects, clusters } = await whatIfOf(landscape, {
      profiles: edited.profiles,
      until: landscape.until,
      days: [],
      soon: null,
    })
    const refusals = edited.refused(justAfter(landscape.at))
    const changes = clusters - effects.unchanged
    const isEditable = edited.problems.every((problem) => problem === null)
    found.push({
      ...exception,
      clusters: own.length,
      follows: clustersWithNextEvent(landscape, own, exception),
      removal: { refusals, changes },
      canGo: isEditable && refusals.length === 0 && changes === 0,
    })
  }
  return found
}

/** The edit that takes it away: the version ends when the parent says; one of its own goes. */
function removalOf({ image, version, isListed }: Pick<ExpiryException, 'image' | 'version' | 'isListed'>): Edit {
  return (
    isListed || image === null
      ? { kind: 'expire', image, version, expirationDate: null }
      : { kind: 'remove', image, version }
  ) as Edit
}

/** Clusters that run it, in the order of the roster. */
function usersOf(landscape: Landscape, { ref, image, version }: ExpiryException): readonly Outlook[] {
  const what = image ?? 'Kubernetes'
  const runBy = classesOn(landscape, profileKey(ref), { what, version }).map(([place]) => place)
  return Array.from(positionsOfClasses(landscape, runBy), (position) => new Outlook(landscape, position))
}

/** The first night, from its end on, in which a cluster is forced off the version or fails to leave it. */
export function clustersWithNextEvent(
  landscape: Landscape,
  own: readonly Outlook[],
  { image, version, until }: Pick<ExpiryException, 'image' | 'version' | 'until'>,
): ClustersWithEvent[] {
  const what = image ?? 'Kubernetes'
  const leaves = ({ digest }: ForecastEvent) =>
    digest.denied || digest.changes.some((one) => one.what === what && one.from === version && one.why !== 'auto')
  const found = new Map<string, { clusters: number; nodes: NodeRange; next: ClusterEvent }>()
  for (const { member, forecast } of own) {
    const event = forecast.events.find((one) => one.from >= (until ?? 0) && leaves(one))
    if (event === undefined) continue
    const next = clusterEvent(landscape, member, event, { asked: 'forced' })
    const key = `${next.kind} ${next.what} ${next.to}`
    const known = found.get(key) ?? { clusters: 0, nodes: { min: 0, max: 0 }, next }
    if (next.window.begin < known.next.window.begin) known.next = next
    known.clusters++
    if (next.effect === 'rolling' || next.effect === 'inPlace') {
      const { min, max } = known.nodes
      known.nodes = { min: min + next.nodes.min, max: max + next.nodes.max }
    }
    found.set(key, known)
  }
  return [...found.values()].sort((a, b) => b.clusters - a.clusters).slice(0, 3)
}
