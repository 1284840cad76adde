import type { Shoot } from '@/lib/engine/types'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { nodesOf } from './event'

/** A shoot with what lists need of it at any time. */
export interface Member {
  readonly shoot: Shoot
  /** Name of its project, or its namespace when no project is known for it. */
  readonly project: string
  readonly profile: string
  readonly nodes: { readonly min: number; readonly max: number }
  /** Lower case: what a search looks at. */
  readonly search: string
}

/** The shoots of a snapshot in the order in which every list ends: project, then name. */
export interface Roster {
  readonly snapshot: Snapshot
  readonly members: readonly Member[]
  readonly projects: number
}

const known = new WeakMap<Shoot, Member>()
const rosters = new WeakMap<Snapshot, Roster>()

/** Made once per snapshot; members of shoots that did not change keep their identity. */
export function rosterOf(snapshot: Snapshot): Roster {
  let roster = rosters.get(snapshot)
  if (roster === undefined) {
    const projects = new Map(snapshot.projects.map((project) => [project.namespace, project.name]))
    const members = snapshot.shoots.map((shoot) => memberOf(shoot, projects.get(shoot.namespace) ?? shoot.namespace))
    members.sort(byProjectAndName)
    roster = { snapshot, members, projects: new Set(members.map((m) => m.project)).size }
    rosters.set(snapshot, roster)
  }
  return roster
}

export function byProjectAndName(a: Member, b: Member): number {
  if (a.project !== b.project) return a.project < b.project ? -1 : 1
  if (a.shoot.name !== b.shoot.name) return a.shoot.name < b.shoot.name ? -1 : 1
  return a.shoot.namespace < b.shoot.namespace ? -1 : 1
}

function memberOf(shoot: Shoot, project: string): Member {
  const before = known.get(shoot)
  if (before?.project === project) return before
  const profile = profileKey(shoot.profile)
  const member = {
    shoot,
    project,
    profile,
    nodes: nodesOf(shoot),
    search: `${project}/${shoot.name} ${shoot.namespace}/${shoot.name}`.toLowerCase(),
  }
  known.set(shoot, member)
  return member
}
