import type { NodeBounds } from '@/lib/engine/outlook'
import type { Shoot } from '@/lib/engine/types'
import type { ChunkedList } from '@/lib/garden/chunked-list'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { windowText } from './window'

/** A shoot with what lists need of it at any time. */
export interface Member {
  readonly shoot: Shoot
  /** Name of its project, or its namespace when no project is known for it. */
  readonly project: string
  readonly profile: string
  readonly nodes: NodeBounds
  /** Lower case: what a search looks at. */
  readonly search: string
  /** The hour in which the window begins, on the clock of the cluster: one of `WINDOW_HOURS`. */
  readonly windowHour: string
}

/** The shoots of a snapshot in the order in which every list ends: project, then name. */
export interface Roster {
  readonly snapshot: Snapshot
  readonly members: ChunkedList<Member>
  /** By namespace. */
  readonly projectNames: ReadonlyMap<string, string>
}

/** How many members each project has that has any. */
export function projectSizes({ members }: Roster): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const { project } of members) sizes.set(project, (sizes.get(project) ?? 0) + 1)
  return sizes
}

/** What a roster is ordered by. */
interface OrderedShoot {
  readonly project: string
  readonly shoot: Pick<Shoot, 'namespace' | 'name'>
}

/** The order of a roster. */
export function byProjectAndName(a: OrderedShoot, b: OrderedShoot): number {
  if (a.project !== b.project) return a.project < b.project ? -1 : 1
  if (a.shoot.name !== b.shoot.name) return a.shoot.name < b.shoot.name ? -1 : 1
  return a.shoot.namespace < b.shoot.namespace ? -1 : a.shoot.namespace > b.shoot.namespace ? 1 : 0
}

export function memberOf(shoot: Shoot, project: string): Member {
  return new RosterMember(shoot, project)
}

/** What a search looks at is made with the first search: 100,000 texts are many. */
class RosterMember implements Member {
  readonly profile: string
  private text: string | null = null

  constructor(
    readonly shoot: Shoot,
    readonly project: string,
  ) {
    this.profile = profileKey(shoot.profile)
  }

  get nodes(): NodeBounds {
    return nodeBounds(this.shoot)
  }

  get search(): string {
    const { name, namespace } = this.shoot
    this.text ??= `${this.project}/${name} ${namespace}/${name}`.toLowerCase()
    return this.text
  }

  get windowHour(): string {
    return windowText(this.shoot.window)?.slice(0, 2) ?? 'any'
  }
}

/** The bounds of the pools at these positions, all pools by default, added up. */
export function nodeBounds(shoot: Shoot, pools?: readonly number[]): { min: number; max: number } {
  let min = 0
  let max = 0
  for (const worker of pools === undefined ? shoot.workers : pools.map((i) => shoot.workers[i])) {
    min += worker?.minimum ?? 0
    max += worker?.maximum ?? 0
  }
  return { min, max }
}

/** Finds members by their places, of which the next one mostly stands beside the one before. Undefined: it is not there. */
export function memberLookup({ members, projectNames }: Roster) {
  let next = 0
  return ({ namespace, name }: Pick<Shoot, 'namespace' | 'name'>): Member | undefined => {
    const shoot = members.at(next)?.shoot
    if (shoot?.name !== name || shoot.namespace !== namespace) {
      const project = projectNames.get(namespace) ?? namespace
      const { place, found } = placeInRoster(members, { project, shoot: { namespace, name } })
      next = place
      if (!found) return undefined
    }
    return members.at(next++)
  }
}

/** Where a member stands, or would stand. */
export function placeInRoster(
  members: ChunkedList<Member>,
  wanted: OrderedShoot,
): { readonly place: number; readonly found: boolean } {
  const place = members.firstNot((member) => byProjectAndName(member, wanted) < 0)
  const member = members.at(place)
  return { place, found: member !== undefined && byProjectAndName(member, wanted) === 0 }
}
