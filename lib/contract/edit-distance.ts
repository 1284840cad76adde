/**
 * How many letters to insert, remove, replace or swap with their neighbour make one text of the other (optimal string
 * alignment); infinity as soon as it is certain to exceed `limit`.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const value = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost, swapped)
      next.push(value)
      least = Math.min(least, value)
    }
    if (least > limit) return Number.POSITIVE_INFINITY
    before = row
    row = next
  }
  return row[b.length] ?? Number.POSITIVE_INFINITY
}

/** How many slips are taken for a word of this length: none in short ones, as too much would be like them. */
export function slipsIn(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2
}

/** No name is longer, with its namespace. */
const LONGEST = 507

/** How many names are suggested that may have been meant. */
const MOST_NEAR = 5

/**
 * Names that `wanted` may have been meant to be, nearest first, at most five: those that contain it or are contained in
 * it, and those at most a third of its length (at least 2) edits away. Case does not matter.
 */
export function near(wanted: string, names: Iterable<string>): string[] {
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
  return [...new Set(found.slice(0, MOST_NEAR).map((f) => f.name))]
}
