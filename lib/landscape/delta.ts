import type { NewsChanges } from '@/lib/contract/news'
import { isDeepEqual } from '@/lib/engine/json'
import { snapshotChanges } from '@/lib/garden/changes'
import { profileKey, type Snapshot } from '@/lib/garden/garden'

/** No more names than these are listed. */
const mostNames = 100

/** What differs between two snapshots, by name, in order. Objects that did not change are the same ones. */
export function namedChangesBetween(before: Snapshot, after: Snapshot): NewsChanges {
  const shoots: string[] = []
  const profiles: string[] = []
  const used: string[] = []
  const projects: string[] = []
  const withParent = (key: string) => {
    const parents = [before, after].map(({ profiles }) => profiles.get(key)?.parent)
    return [key, ...parents.filter((parent) => parent !== undefined)]
  }
  for (const change of snapshotChanges(before, after)) {
    if (change.kind === 'Profile') profiles.push(...withParent(profileKey(change.ref)))
    else if (change.kind === 'Project') projects.push(change.ref.name)
    else {
      shoots.push(`${change.one.namespace}/${change.one.name}`)
      if (shoots.length > mostNames) return 'all'
      for (const shoot of [change.before, change.after]) if (shoot) used.push(...withParent(profileKey(shoot.profile)))
    }
  }
  return bounded({
    shoots: [...shoots, ...eventsThatDiffer(before, after)],
    profiles,
    used,
    projects,
    problems: !isDeepEqual(before.problems, after.problems),
  })
}

/** What differs after both of two changes. */
export function joinedChanges(one: NewsChanges, other: NewsChanges): NewsChanges {
  return one === 'all' || other === 'all' ? 'all' : bounded(one, other)
}

/** All of them, each name once and in order; everything, where there are many. */
function bounded(...all: readonly Exclude<NewsChanges, 'all'>[]): NewsChanges {
  const listed = (of: 'shoots' | 'profiles' | 'used' | 'projects') => [...new Set(all.flatMap((one) => one[of]))].sort()
  const names = {
    shoots: listed('shoots'),
    profiles: listed('profiles'),
    used: listed('used'),
    projects: listed('projects'),
  }
  if (Object.values(names).some(({ length }) => length > mostNames)) return 'all'
  return { ...names, problems: all.some(({ problems }) => problems) }
}

/** The clusters of which one of two snapshots has other events. */
function eventsThatDiffer({ events: before }: Snapshot, { events: after }: Snapshot): string[] {
  if (before === after) return []
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  return [...names].filter((name) => !isDeepEqual(before?.get(name), after?.get(name)))
}
