import type { VersionPanel } from '@/lib/contract'
import type { Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { nextEventBody } from '../event'
import type { FleetIndex } from '../fleet-index'
import { componentsOn } from '../trajectory'
import { type Use, usageOf, versionKey } from '../usage'
import { pathOf } from './path'

/** A version of a profile that somebody looks at: `Kubernetes` or an image's name, and the version. */
export interface Selection {
  readonly what: string
  readonly version: string
}

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
      const member = index.roster.members[position]
      const next = index.outlooks[position]?.next ?? null
      if (member === undefined) return []
      const { namespace, name } = member.shoot
      return [{ namespace, name, project: member.project, nodes, next: next && nextEventBody(next, member.shoot) }]
    }),
    notOnAutoUpdate: held.length,
  }
}

function updatesItself({ autoUpdate }: Shoot, what: string): boolean {
  return what === 'Kubernetes' ? autoUpdate.kubernetesVersion : autoUpdate.machineImageVersion
}
