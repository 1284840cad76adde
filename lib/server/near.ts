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

/** Levenshtein distance, or infinity as soon as it is certain to exceed `limit`. */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const value = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost)
      next.push(value)
      least = Math.min(least, value)
    }
    if (least > limit) return Number.POSITIVE_INFINITY
    row = next
  }
  return row[b.length] ?? Number.POSITIVE_INFINITY
}
