import type { NodeBounds } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { positionsOfClasses } from './classes'
import { type ClusterEvent, clusterEvent } from './event'
import type { Landscape } from './landscape'
import { Outlook } from './outlook'
import { type VersionSelection, versionPath, waysOf } from './path'
import { arrivals, type ComponentMove, firstHopIn, isOn, trajectoriesOf } from './trajectory'
import { usersOfVersion } from './usage'
import { classesAbout, classesOn } from './version-classes'

const shownLargest = 10

/** The clusters on the selected version and where they go. */
export function versionPanelOf(landscape: Landscape, entry: ProfileEntry, { what, version }: VersionSelection) {
  const profile = profileKey(entry.ref)
  const { clusters, projects, nodes } = usersOfVersion(landscape, profile, { what, version })
  const held: { position: number; nodes: NodeBounds }[] = []
  const running = classesOn(landscape, profile, { what, version }).map((one) => waysOf(one, { what, version }))
  const places = running.map(({ placed: [place] }) => place)
  for (const position of positionsOfClasses(landscape, places)) {
    const member = landscape.roster.members.at(position)
    if (member !== undefined && !updatesComponentItself(member.shoot, what))
      held.push({ position, nodes: member.nodes })
  }
  held.sort((a, b) => b.nodes.max - a.nodes.max || b.nodes.min - a.nodes.min || a.position - b.position)
  return {
    what,
    version,
    clusters,
    projects: projects.size,
    nodes,
    path: versionPath(landscape, profile, { what, version }, running),
    largest: held.slice(0, shownLargest).map(({ position, nodes }) => {
      const outlook = new Outlook(landscape, position)
      const { namespace, name } = outlook.member.shoot
      const next = leavingOf(outlook, { what, version })
      return { namespace, name, project: outlook.member.project, nodes, next }
    }),
    arriving: arrivingAt(landscape, profile, { what, version }),
    notOnAutoUpdate: held.length,
  }
}

export function updatesComponentItself({ autoUpdate }: Shoot, what: string): boolean {
  return what === 'Kubernetes' ? autoUpdate.kubernetesVersion : autoUpdate.machineImageVersion
}

/** How a cluster leaves a version: the night, told of what runs that version. */
export interface LeavingEvent extends ClusterEvent {
  /** What happens to that itself; the night may force or fail for another part. */
  readonly own: ComponentMove['kind']
}

/**
 * The earliest move away from a version of everything of a cluster that runs it, or the failure to: other updates of it do not count.
 * Null: there is none.
 */
export function leavingOf({ landscape, member, forecast }: Outlook, selection: VersionSelection): LeavingEvent | null {
  const hop = firstHopIn(trajectoriesOf(member.shoot, forecast, selection.what, selection.version))
  if (hop === null) return null
  const { kind: own, from, to, event } = hop
  return { ...clusterEvent(landscape, member, event), own, what: selection.what, from, to }
}

/** The clusters that do not run a version and move to it until an instant, as far as dates are set. */
function arrivingAt(landscape: Landscape, profile: string, { what, version }: VersionSelection) {
  const arrivalIn = arrivals(what, version)
  let total = 0
  let withinDay = 0
  let firstAt: number | null = null
  for (const [, { forecast, example, clusters }] of classesAbout(landscape, profile, { what, version })) {
    if (isOn(example, what, version)) continue
    const arrival = arrivalIn(forecast, landscape.until)
    if (arrival === undefined) continue
    total += clusters
    if (arrival.from <= landscape.at + DAY) withinDay += clusters
    firstAt = Math.min(firstAt ?? arrival.from, arrival.from)
  }
  return { clusters: total, withinDay, firstAt }
}
