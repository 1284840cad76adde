import { versionsOf } from '@/lib/contract/edit-items'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'

/** A version that differs between two states of a profile's lists. */
export interface VersionChange {
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly version: string
  /** Null: it is new. */
  readonly before: ExpirableVersion | null
  /** Null: it is gone. */
  readonly after: ExpirableVersion | null
}

/** In the order of the lists after, what is gone last; Kubernetes first. */
export function changesBetween(before: CloudProfile, after: CloudProfile): readonly VersionChange[] {
  const names = new Set([...after.machineImages, ...before.machineImages].map(({ name }) => name))
  return [null, ...names].flatMap((image) => listChanges(image, versionsOf(before, image), versionsOf(after, image)))
}

function listChanges(
  image: string | null,
  before: readonly ExpirableVersion[],
  after: readonly ExpirableVersion[],
): VersionChange[] {
  if (before === after) return []
  const old = new Map(before.map((listed) => [listed.version, listed]))
  const kept = new Set(after.map(({ version }) => version))
  return [
    ...after.flatMap((listed) => {
      const was = old.get(listed.version) ?? null
      return was !== null && isSameVersion(was, listed)
        ? []
        : [{ image, version: listed.version, before: was, after: listed }]
    }),
    ...before.flatMap((listed) =>
      kept.has(listed.version) ? [] : [{ image, version: listed.version, before: listed, after: null }],
    ),
  ]
}

function isSameVersion(a: ExpirableVersion, b: ExpirableVersion): boolean {
  return a === b || canonicalText(a) === canonicalText(b)
}

/** The same for equal values, whatever the order of their fields. An empty list of stages says nothing. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'lifecycle' && Array.isArray(inner) && inner.length === 0) return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
