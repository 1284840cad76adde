import { editDistance } from '@/lib/contract/edit-distance'

/** No name is longer, with its namespace. */
const LONGEST = 507

/**
 * Names that `wanted` may have been meant to be, nearest first, at most `limit`: those that contain it or are contained in
 * it, and those at most a third of its length (at least 2) edits away. Case does not matter.
 */
export function near(wanted: string, names: Iterable<string>, limit = 5): string[] {
  if (wanted.length > LONGEST) return []
  const target = wanted.toLowerCase()
  const allowed = Math.max(2, Math.floor(target.length / 3))
  const found: { name: string; distance: number }[] = []
  for (const name of names) {
    const candidate = name.toLowerCase()
    const contained = candidate.includes(target) || (candidate.length > 2 && target.includes(candidate))
    const distance = Math.min(editDistance(target, candidate, allowed), contained ? allowed : Number.POSITIVE_INFINITY)
    if (distance <= allowed) found.push({ name, distance })
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return [...new Set(found.slice(0, limit).map((f) => f.name))]
}
