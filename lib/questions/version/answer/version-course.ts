import { onWire } from '@/lib/contract/dates'
import { doneChanges } from '@/lib/engine/course'
import { addTo, countMore, madeOnce } from '@/lib/engine/grouped'
import { DAY } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { profileKey } from '@/lib/garden/garden'
import type { Landscape } from '@/lib/landscape/landscape'
import type { ClassWays, VersionSelection } from '@/lib/landscape/path'
import { isSameOf } from '@/lib/landscape/trajectory'
import type { VersionAnswer } from '../contract'

/** When a cluster is on a version: from the first instant to before the second one; infinite: it is on it now, or stays. */
type StayOnVersion = readonly [Instant, Instant]

/** How many clusters of a profile are on a version, day by day (UTC), as far as is foreseen. */
export function foreseenCourse(
  landscape: Landscape,
  about: readonly ClassWays[],
  selection: VersionSelection,
): VersionAnswer['course'] {
  const changes = new Map<Instant, number>()
  for (const { placed, parts } of about) {
    const [, { clusters }] = placed
    for (const [from, to] of staysOf(parts, selection)) {
      countMore(changes, from, clusters)
      countMore(changes, to, -clusters)
    }
  }
  const course: { at: Instant; clusters: number }[] = [{ at: landscape.at, clusters: changes.get(-Infinity) ?? 0 }]
  for (const [at, by] of [...changes].sort(([a], [b]) => a - b)) {
    const last = course.at(-1)
    if (last === undefined || !Number.isFinite(at) || by === 0) continue
    const isSameDay = course.length > 1 && Math.floor(last.at / DAY) === Math.floor(at / DAY)
    const next = { at, clusters: last.clusters + by }
    if (isSameDay) course[course.length - 1] = next
    else course.push(next)
  }
  return onWire(course)
}

/** The spans in which the shoots of a class are on the version, in order and without overlap: they are on it if any part is. */
function staysOf(parts: ClassWays['parts'], { what, version }: VersionSelection): readonly StayOnVersion[] {
  const stays = parts.flatMap(({ isOn, hops }): StayOnVersion[] => {
    let since: Instant | null = isOn ? -Infinity : null
    const own: StayOnVersion[] = []
    for (const { to, event } of hops) {
      if (to === null) continue
      if (since !== null) own.push([since, event.from])
      since = isSameOf(what, to, version) ? event.from : null
    }
    return since === null ? own : [...own, [since, Infinity]]
  })
  const merged: StayOnVersion[] = []
  for (const [from, to] of stays.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}

/**
 * What is recorded of the past of a version: each cluster keeps its last maintenance, and no more. Most clusters first.
 */
export function pastOfVersion(
  landscape: Landscape,
  profile: string,
  { what, version }: VersionSelection,
): VersionAnswer['past'] {
  /** What is told of the past, by its text: many clusters were updated alike. */
  const told = new Map<string, { readonly shoot: Shoot; readonly at: Instant }[]>()
  const { shoots } = landscape.foreseen?.recorded ?? landscape.snapshot
  shoots.forEach((shoot) => {
    const { triggeredTime: at, description = '' } = shoot.lastMaintenance ?? {}
    if (at === undefined || at > landscape.at || profileKey(shoot.profile) !== profile) return
    addTo(told, description, { shoot, at })
  })
  const came = new Map<string, MovedClusters>()
  const left = new Map<string, MovedClusters>()
  for (const [text, alike] of told) {
    // Reading the text in full is only worth it where it can name the version.
    const [one] = text.includes(version) ? alike : []
    if (one === undefined) continue
    const moves = doneChanges(one.shoot).flatMap((change) =>
      change.kind === 'update' && (change.image ?? 'Kubernetes') === what ? [change] : [],
    )
    const arrival = moves.find(({ to }) => isSameOf(what, to, version))
    const departure = moves.find(({ from }) => isSameOf(what, from, version))
    for (const { at } of alike) {
      if (arrival !== undefined) count(came, arrival.from, at)
      else if (departure !== undefined) count(left, departure.to, at)
    }
  }
  return { came: listOf(came), left: listOf(left) }
}

interface MovedClusters {
  clusters: number
  first: Instant
  last: Instant
}

function count(moves: Map<string, MovedClusters>, version: string, at: Instant): void {
  const known = madeOnce(moves, version, () => ({ clusters: 0, first: at, last: at }))
  known.clusters++
  known.first = Math.min(known.first, at)
  known.last = Math.max(known.last, at)
}

function listOf(moves: ReadonlyMap<string, MovedClusters>): VersionAnswer['past']['came'] {
  return [...moves]
    .map(([version, { clusters, first, last }]) => ({
      version,
      clusters,
      firstAt: onWire(first),
      lastAt: onWire(last),
    }))
    .sort((a, b) => b.clusters - a.clusters || (a.version < b.version ? -1 : 1))
}
