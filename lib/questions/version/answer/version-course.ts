import { onWire } from '@/lib/contract/dates'
import { doneChanges } from '@/lib/engine/course'
import type { ClusterForecast } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { profileKey } from '@/lib/garden/garden'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import type { Selection } from '@/lib/landscape/path'
import { arrivals, componentsOf, hopsOf, isOn, isSameOf } from '@/lib/landscape/trajectory'
import { classesAbout } from '@/lib/landscape/version-classes'
import { eachOf } from '@/lib/process/turns'
import type { VersionAnswer } from '../contract'

/** When a cluster is on a version: from the first instant to before the second one; infinite: it is on it now, or stays. */
type Stay = readonly [Instant, Instant]

/** How many clusters of a profile are on a version, day by day (UTC), as far as is foreseen. */
export async function courseOf(
  index: FleetIndex,
  profile: string,
  selection: Selection,
): Promise<VersionAnswer['course']> {
  const changes = new Map<Instant, number>()
  const change = (at: Instant, clusters: number) => changes.set(at, (changes.get(at) ?? 0) + clusters)
  const arrival = arrivals(selection.what, selection.version)
  const runs = (shoot: Shoot) => isOn(shoot, selection.what, selection.version)
  await eachOf(classesAbout(index, profile, selection), ([, { forecast, example, clusters }]) => {
    if (!(runs(example) || arrival(forecast) !== undefined)) return
    for (const [from, to] of staysOf(example, forecast, selection)) {
      change(from, clusters)
      change(to, -clusters)
    }
  })
  const course: { at: Instant; clusters: number }[] = [{ at: index.at, clusters: changes.get(-Infinity) ?? 0 }]
  for (const [at, by] of [...changes].sort(([a], [b]) => a - b)) {
    const last = course.at(-1)
    if (last === undefined || !Number.isFinite(at) || by === 0) continue
    const isSameDay = course.length > 1 && Math.floor(last.at / DAY) === Math.floor(at / DAY)
    const next = { at, clusters: last.clusters + by }
    if (isSameDay) course[course.length - 1] = next
    else course.push(next)
  }
  return course.map(({ at, clusters }) => ({ at: onWire(at), clusters }))
}

/** Of one shoot, in order and apart: it is on the version if anything of it is. */
function staysOf(shoot: Shoot, forecast: ClusterForecast, { what, version }: Selection): readonly Stay[] {
  const stays = componentsOf(shoot, what).flatMap((component): Stay[] => {
    let since: Instant | null = isSameOf(what, component.version, version) ? -Infinity : null
    const own: Stay[] = []
    for (const { to, event } of hopsOf(forecast, component)) {
      if (to === null) continue
      if (since !== null) own.push([since, event.from])
      since = isSameOf(what, to, version) ? event.from : null
    }
    return since === null ? own : [...own, [since, Infinity]]
  })
  const merged: Stay[] = []
  for (const [from, to] of stays.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}

type Recorded = VersionAnswer['past']['came'][number]

/**
 * What is recorded of the past of a version: each cluster keeps its last maintenance, and no more. Most clusters first.
 */
export async function pastOf(
  index: FleetIndex,
  profile: string,
  { what, version }: Selection,
): Promise<VersionAnswer['past']> {
  const came = new Map<string, Stretch>()
  const left = new Map<string, Stretch>()
  const { shoots } = index.foreseen?.recorded ?? index.snapshot
  await eachOf(shoots, (shoot) => {
    const { lastMaintenance } = shoot
    const at = lastMaintenance?.triggeredTime
    if (at === undefined || at > index.at || profileKey(shoot.profile) !== profile) return
    // Reading the text in full is only worth it where it can name the version.
    if (!lastMaintenance?.description.includes(version)) return
    const moves = doneChanges(shoot).flatMap((change) =>
      change.kind === 'update' && (change.image ?? 'Kubernetes') === what ? [change] : [],
    )
    const arrival = moves.find(({ to }) => isSameOf(what, to, version))
    const departure = moves.find(({ from }) => isSameOf(what, from, version))
    if (arrival !== undefined) count(came, arrival.from, at)
    else if (departure !== undefined) count(left, departure.to, at)
  })
  return { came: listOf(came), left: listOf(left) }
}

interface Stretch {
  clusters: number
  first: Instant
  last: Instant
}

function count(moves: Map<string, Stretch>, version: string, at: Instant): void {
  const known = moves.get(version)
  if (known === undefined) {
    moves.set(version, { clusters: 1, first: at, last: at })
    return
  }
  known.clusters++
  known.first = Math.min(known.first, at)
  known.last = Math.max(known.last, at)
}

function listOf(moves: ReadonlyMap<string, Stretch>): Recorded[] {
  return [...moves]
    .map(([version, { clusters, first, last }]) => ({
      version,
      clusters,
      firstAt: onWire(first),
      lastAt: onWire(last),
    }))
    .sort((a, b) => b.clusters - a.clusters || (a.version < b.version ? -1 : 1))
}
