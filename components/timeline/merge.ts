/** Marks that lie too close to be told apart become one mark: flags within 8 px, diamonds closer than their size. */

export interface Mark {
  readonly at: number
  /** Its place in pixels. */
  readonly x: number
  /** Only marks of one kind merge: one kind, one colour. */
  readonly kind: string
  /** How many clusters it stands for; diamonds take their area from it. */
  readonly count: number
}

export interface MergedMark<T extends Mark> {
  /** Where it is drawn: at its first mark, so that nothing is shown later than it happens. */
  readonly x: number
  readonly at: number
  readonly lastAt: number
  readonly kind: string
  readonly count: number
  /** In order of time. */
  readonly marks: readonly T[]
}

/** Marks in order of time; neighbours of one kind that begin within `distance` pixels of the first of them are one. */
export function mergedMarks<T extends Mark>(marks: readonly T[], distance: number): readonly MergedMark<T>[] {
  const merged: MergedMark<T>[] = []
  for (const mark of [...marks].sort((a, b) => a.at - b.at)) {
    const last = merged.findLastIndex((other) => other.kind === mark.kind)
    const near = merged[last]
    if (near && mark.x - near.x < distance) {
      merged[last] = { ...near, lastAt: mark.at, count: near.count + mark.count, marks: [...near.marks, mark] }
    } else {
      merged.push({ x: mark.x, at: mark.at, lastAt: mark.at, kind: mark.kind, count: mark.count, marks: [mark] })
    }
  }
  return merged
}

/** The side of a diamond whose area is the number of clusters, between `smallest` and `largest` pixels; `most` has the largest. */
export function diamondSize(count: number, most: number, smallest = 12, largest = 22): number {
  if (most <= 1) return smallest
  return smallest + (largest - smallest) * Math.sqrt(Math.max(0, count - 1) / Math.max(1, most - 1))
}
