import { countMore } from '@/lib/engine/grouped'
import type { NodeBounds } from '@/lib/engine/outlook'
import type { NamespacedName, Shoot } from '@/lib/engine/types'
import type { ChunkedList } from '@/lib/garden/chunked-list'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { windowText } from './window'

/** A shoot with the facts that lists need and that do not depend on the time. */
export interface Member {
  readonly shoot: Shoot
  /** The name of its project, or its namespace if no project is known for it. */
  readonly project: string
  readonly profile: string
  readonly nodes: NodeBounds
  /** The text that a search looks at, in lower case. */
  readonly search: string
  /** The hour in which the window begins, on the clock of the cluster: one of `WINDOW_HOURS`. */
  readonly windowHour: string
}

/** The shoots of a snapshot, ordered by project and name. Every list falls back to this order. */
export interface Roster {
  readonly snapshot: Snapshot
  readonly members: ChunkedList<Member>
  /** The names of projects by their namespaces. */
  readonly projectNames: ReadonlyMap<string, string>
}

/** The number of members of each project that has any. */
export function projectSizes({ members }: Roster): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const { project } of members) countMore(sizes, project)
  return sizes
}

/** The fields by which a roster is ordered. */
interface OrderedShoot {
  readonly project: string
  readonly shoot: NamespacedName
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

/** The search text is made with the first search, as 100,000 of them take memory. */
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

/** The sum of the bounds of the pools at these positions, or of all pools. */
export function nodeBounds(shoot: Shoot, pools?: readonly number[]): { min: number; max: number } {
  let min = 0
  let max = 0
  for (const worker of pools === undefined ? shoot.workers : pools.map((i) => shoot.workers[i])) {
    min += worker?.minimum ?? 0
    max += worker?.maximum ?? 0
  }
  return { min, max }
}

/** Finds members by name. It is fast if most are asked for in the order of the roster. Undefined: there is no such member. */
export function memberLookup({ members, projectNames }: Roster) {
  let next = 0
  return ({ namespace, name }: NamespacedName): Member | undefined => {
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

/** The place of a member in the roster, or the place where it would be inserted. */
export function placeInRoster(
  members: ChunkedList<Member>,
  wanted: OrderedShoot,
): { readonly place: number; readonly found: boolean } {
  const place = members.firstNot((member) => byProjectAndName(member, wanted) < 0)
  const member = members.at(place)
  return { place, found: member !== undefined && byProjectAndName(member, wanted) === 0 }
}
