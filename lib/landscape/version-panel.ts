import { onWire } from '@/lib/contract/dates'
import type { VersionPanel } from '@/lib/contract/lifecycle'
import type { Leaving } from '@/lib/contract/steps'
import { type ClusterForecast, nothingAhead } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { classesOf } from './classes'
import { clusterEvent } from './event'
import type { FleetIndex } from './fleet-index'
import { pathOf, type Selection } from './path'
import type { Member } from './roster'
import { componentsOn, type Hop, hopsOf, isSameOf } from './trajectory'
import { type Use, usageOf, versionKey } from './usage'

const shownLargest = 10

/** Who is on the selected version and where they go. */
export function versionPanel(index: FleetIndex, entry: ProfileEntry, { what, version }: Selection): VersionPanel {
  const profile = profileKey(entry.ref)
  const uses = usageOf(index.roster).get(profile) ?? new Map<string, Use>()
  const use = uses.get(versionKey(what, version))
  const held: { position: number; nodes: { min: number; max: number } }[] = []
  for (const [position, member] of index.roster.members.entries()) {
    const { shoot } = member
    if (member.profile !== profile || updatesItself(shoot, what)) continue
    const components = componentsOn(shoot, what, version)
    if (components.length > 0) held.push({ position, nodes: member.nodes })
  }
  held.sort((a, b) => b.nodes.max - a.nodes.max || b.nodes.min - a.nodes.min || a.position - b.position)
  return {
    what,
    version,
    clusters: use?.clusters ?? 0,
    projects: use?.projects.size ?? 0,
    nodes: use?.nodes ?? { min: 0, max: 0 },
    path: pathOf(index, profile, { what, version }, uses),
    largest: held.slice(0, shownLargest).flatMap(({ position, nodes }) => {
      const member = index.roster.members.at(position)
      if (member === undefined) return []
      const { namespace, name } = member.shoot
      const hop = firstHop(member.shoot, index.forecasts.at(position) ?? nothingAhead, { what, version })
      const next = hop && leavingBody(index, member, hop, { what, version })
      return [{ namespace, name, project: member.project, nodes, next }]
    }),
    arriving: arrivingAt(index, profile, { what, version }),
    notOnAutoUpdate: held.length,
  }
}

export function updatesItself({ autoUpdate }: Shoot, what: string): boolean {
  return what === 'Kubernetes' ? autoUpdate.kubernetesVersion : autoUpdate.machineImageVersion
}

/** The earliest move away from a version of everything that runs it, or the failure to; null: there is none. */
export function firstHop(shoot: Shoot, forecast: ClusterForecast, { what, version }: Selection): Hop | null {
  const hops = componentsOn(shoot, what, version).flatMap((component) => hopsOf(forecast, component)[0] ?? [])
  return hops.sort((a, b) => a.event.from - b.event.from)[0] ?? null
}

/** When a cluster leaves a version, or begins to fail to: other updates of it do not count. */
export function leavingBody(
  index: FleetIndex,
  member: Member,
  { kind, from, to, event }: Hop,
  { what }: Selection,
): Leaving {
  return onWire({ ...clusterEvent(index, member, event), own: kind, what, from, to })
}

/** Who does not run a version and moves to it, as far as dates are set. */
function arrivingAt(index: FleetIndex, profile: string, { what, version }: Selection): VersionPanel['arriving'] {
  let total = 0
  let withinDay = 0
  let first: number | null = null
  for (const { forecast, profile: key, example, clusters } of classesOf(index)) {
    if (key !== profile || componentsOn(example, what, version).length > 0) continue
    const arrival = forecast.events.find(
      ({ digest }) =>
        !digest.denied &&
        digest.changes.some(
          (change) => change.what === what && change.to !== null && isSameOf(what, change.to, version),
        ),
    )
    if (arrival === undefined) continue
    total += clusters
    if (arrival.from <= index.at + DAY) withinDay += clusters
    first = Math.min(first ?? arrival.from, arrival.from)
  }
  return { clusters: total, withinDay, firstAt: first === null ? null : onWire(first) }
}
