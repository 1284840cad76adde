/** A stretch of one line, in pixels. */
export interface Stretch {
  readonly left: number
  readonly right: number
}

export interface LabelBox extends Stretch {
  /** Lower goes first when labels compete; equal ranks go from left to right. */
  readonly rank: number
}

export interface LabelLine {
  /** What must stay free between two labels, in pixels. */
  readonly gap: number
  /** The line's ends: no label crosses them. */
  readonly from: number
  readonly to: number
  /** What no label may touch: the now line, diamonds, flags. */
  readonly taken?: readonly Stretch[]
}

/** Whether two stretches overlap or come closer than `gap`. */
export function areClose(a: Stretch, b: Stretch, gap = 0): boolean {
  return a.left < b.right + gap && b.left < a.right + gap
}

/**
 * Which labels may be printed on one line, in the order given: by rank, then from left to right, each only if it touches
 * nothing that is there already.
 */
export function keptLabels(labels: readonly LabelBox[], line: LabelLine): readonly boolean[] {
  const order = labels.map((_, index) => index)
  order.sort((a, b) => {
    const one = labels[a]
    const two = labels[b]
    return one && two ? one.rank - two.rank || one.left - two.left : 0
  })
  const placed: LabelBox[] = []
  const kept = labels.map(() => false)
  for (const index of order) {
    const label = labels[index]
    if (!label || label.left < line.from || label.right > line.to) continue
    if (placed.some((other) => areClose(label, other, line.gap))) continue
    if (line.taken?.some((stretch) => areClose(label, stretch))) continue
    placed.push(label)
    kept[index] = true
  }
  return kept
}

/**
 * Where a text of `width` pixels may begin between `from` and `to` so that it touches nothing taken: at `from`, else right of
 * what is in the way. Null: nowhere.
 */
export function freePlace(from: number, to: number, width: number, taken: readonly Stretch[]): number | null {
  let left = from
  for (const stretch of [...taken].sort((a, b) => a.left - b.left)) {
    if (areClose({ left, right: left + width }, stretch)) left = stretch.right
  }
  return left + width <= to ? left : null
}
