import type { Shoot } from '@/lib/engine/types'
import type { ObjectRef } from '@/lib/garden/apply'
import type { ProfileEntry, Project, Snapshot } from '@/lib/garden/garden'
import { labelOf } from '@/lib/garden/read-object'

/** Another object than before; null: there was none, or there is none now. Whether it says anything else is not looked at. */
export type Change = { readonly ref: ObjectRef } & (
  | { readonly kind: 'Shoot'; readonly before: Shoot | null; readonly after: Shoot | null }
  | { readonly kind: 'Project'; readonly before: Project | null; readonly after: Project | null }
  | { readonly kind: 'Profile'; readonly before: ProfileEntry | null; readonly after: ProfileEntry | null }
)

/** What differs between two snapshots: profiles, projects, shoots. It costs what differs, as parts that are the same are shared. */
export function changesBetween(before: Snapshot, after: Snapshot): readonly Change[] {
  const changes: Change[] = []
  if (before.profiles !== after.profiles) {
    const [were, are] = [[...before.profiles.values()], [...after.profiles.values()]]
    for (const { one, ...pair } of pairs(were, are, ({ ref }) => labelOf(ref)))
      changes.push({ kind: 'Profile', ref: one.ref, ...pair })
  }
  if (before.projects !== after.projects) {
    for (const { one, ...pair } of pairs(before.projects, after.projects, ({ name }) => name))
      changes.push({ kind: 'Project', ref: { kind: 'Project', name: one.name }, ...pair })
  }
  if (before.shoots !== after.shoots) {
    const [were, are] = [before.shoots.notIn(after.shoots), after.shoots.notIn(before.shoots)]
    for (const { one, ...pair } of pairs(were, are, ({ namespace, name }) => `${namespace}/${name}`))
      changes.push({ kind: 'Shoot', ref: { kind: 'Shoot', namespace: one.namespace, name: one.name }, ...pair })
  }
  return changes
}

interface Pair<T> {
  readonly before: T | null
  readonly after: T | null
  /** Either of them. */
  readonly one: T
}

/** Those of the same key that are not the same object, and those without a counterpart. */
function pairs<T>(were: readonly T[], are: readonly T[], keyOf: (item: T) => string): Pair<T>[] {
  const known = new Map(were.map((item) => [keyOf(item), item]))
  const found: Pair<T>[] = []
  for (const after of are) {
    const key = keyOf(after)
    const before = known.get(key) ?? null
    known.delete(key)
    if (before !== after) found.push({ before, after, one: after })
  }
  for (const before of known.values()) found.push({ before, after: null, one: before })
  return found
}
