import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { classesOf } from './classes'
import { type ClusterEvent, clusterEvent } from './event'
import type { FleetIndex } from './fleet-index'
import { Outlook } from './outlook'
import { pathOf, type Selection } from './path'
import { componentsOn, type Hop, hopsOf, isSameOf } from './trajectory'
import { type Use, usageOf, versionKey } from './usage'

const shownLargest = 10

/** Who is on the selected version and where they go. */
export function versionPanel(index: FleetIndex, entry: ProfileEntry, { what, version }: Selection) {
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
    largest: held.slice(0, shownLargest).map(({ position, nodes }) => {
      const outlook = new Outlook(index, position)
      const { namespace, name } = outlook.member.shoot
      const next = leavingOf(outlook, { what, version })?.next ?? null
      return { namespace, name, project: outlook.member.project, nodes, next }
    }),
    arriving: arrivingAt(index, profile, { what, version }),
    notOnAutoUpdate: held.length,
  }
}

export function updatesItself({ autoUpdate }: Shoot, what: string): boolean {
  return what === 'Kubernetes' ? autoUpdate.kubernetesVersion : autoUpdate.machineImageVersion
}

/** How a cluster leaves a version: the night, told of what runs that version. */
export interface Leaving extends ClusterEvent {
  /** What happens to that itself; the night may force or fail for another part. */
  readonly own: Hop['kind']
}

/**
 * The earliest move away from a version of everything of a cluster that runs it, or the failure to: other updates of it do not count.
 * Null: there is none.
 */
export function leavingOf(
  { index, member, forecast }: Outlook,
  { what, version }: Selection,
): { readonly hop: Hop; readonly next: Leaving } | null {
  const hops = componentsOn(member.shoot, what, version).flatMap((component) => hopsOf(forecast, component)[0] ?? [])
  const [hop] = hops.sort((a, b) => a.event.from - b.event.from)
  if (hop === undefined) return null
  const { kind: own, from, to, event } = hop
  return { hop, next: { ...clusterEvent(index, member, event), own, what, from, to } }
}

/** Who does not run a version and moves to it, as far as dates are set. */
function arrivingAt(index: FleetIndex, profile: string, { what, version }: Selection) {
  let total = 0
  let withinDay = 0
  let firstAt: number | null = null
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
    firstAt = Math.min(firstAt ?? arrival.from, arrival.from)
  }
  return { clusters: total, withinDay, firstAt }
}
