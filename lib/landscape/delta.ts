import type { NewsChanges } from '@/lib/contract/news'
import { isDeepEqual } from '@/lib/engine/json'
import type { Shoot } from '@/lib/engine/types'
import type { ChunkedList } from '@/lib/garden/chunked-list'
import { profileKey, type Snapshot } from '@/lib/garden/garden'

/** What differs between the shoots of two snapshots: each is there before, after, or both. */
export interface ShootChange {
  readonly before: Shoot | null
  readonly after: Shoot | null
}

/**
 * The changes from one list of shoots to the next, both in order of namespace, then name. Shoots that did not change are the
 * same objects: they are told apart by identity alone, and chunks that both lists hold are not looked into. Null: more than
 * `most` changes.
 */
export function shootChanges(
  allBefore: ChunkedList<Shoot>,
  allAfter: ChunkedList<Shoot>,
  most: number,
): ShootChange[] | null {
  const [before, after] = [allBefore.notIn(allAfter), allAfter.notIn(allBefore)]
  const changes: ShootChange[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const left = before[i]
    const right = after[j]
    if (left === right) {
      i++
      j++
      continue
    }
    const order = left === undefined ? 1 : right === undefined ? -1 : compare(left, right)
    changes.push({ before: order <= 0 ? (left ?? null) : null, after: order >= 0 ? (right ?? null) : null })
    if (changes.length > most) return null
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return changes
}

function compare(a: Shoot, b: Shoot): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

/** No more names than these are listed. */
const mostNames = 100

/** What differs between two snapshots, by name, in order. Objects that did not change are the same ones. */
export function namedChangesBetween(before: Snapshot, after: Snapshot): NewsChanges {
  const changed = shootChanges(before.shoots, after.shoots, mostNames)
  if (changed === null) return 'all'
  const ofEvents = differing(before.events ?? new Map(), after.events ?? new Map(), isDeepEqual)
  const withParent = (key: string) => {
    const parents = [before, after].map(({ profiles }) => profiles.get(key)?.parent)
    return [key, ...parents.filter((parent) => parent !== undefined)]
  }
  const used = changed.flatMap((change) =>
    [change.before, change.after].flatMap((shoot) => (shoot === null ? [] : withParent(profileKey(shoot.profile)))),
  )
  const byName = ({ projects }: Snapshot) => new Map(projects.map((project) => [project.name, project]))
  return bounded({
    shoots: [...changed.map(nameOf), ...ofEvents],
    profiles: differing(before.profiles, after.profiles).flatMap(withParent),
    used,
    projects: before.projects === after.projects ? [] : differing(byName(before), byName(after)),
    problems: !isDeepEqual(before.problems, after.problems),
  })
}

/** What differs after both of two changes. */
export function joinedChanges(one: NewsChanges, other: NewsChanges): NewsChanges {
  if (one === 'all' || other === 'all') return 'all'
  return bounded({
    shoots: [...one.shoots, ...other.shoots],
    profiles: [...one.profiles, ...other.profiles],
    used: [...one.used, ...other.used],
    projects: [...one.projects, ...other.projects],
    problems: one.problems || other.problems,
  })
}

/** Each name once and in order; everything, where there are many. */
function bounded({ problems, ...names }: Exclude<NewsChanges, 'all'>): NewsChanges {
  const listed = (all: readonly string[]) => [...new Set(all)].sort()
  const { shoots, profiles, used, projects } = names
  const changes = {
    shoots: listed(shoots),
    profiles: listed(profiles),
    used: listed(used),
    projects: listed(projects),
    problems,
  }
  const isLong = [changes.shoots, changes.profiles, changes.used, changes.projects].some((s) => s.length > mostNames)
  return isLong ? 'all' : changes
}

function nameOf({ before, after }: ShootChange): string {
  const shoot = after ?? before
  return shoot === null ? '' : `${shoot.namespace}/${shoot.name}`
}

/** The keys of what one of two maps has alone, or of what they have differently. */
function differing<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  isSame: (a: T, b: T) => boolean = Object.is,
): string[] {
  if (before === after) return []
  const isOther = (key: string) => {
    const [a, b] = [before.get(key), after.get(key)]
    return a === undefined || b === undefined || !isSame(a, b)
  }
  return [...new Set([...before.keys(), ...after.keys()])].filter(isOther)
}
