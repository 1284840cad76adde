import type { Decided, State } from './decide'
import { type Decision, KEEP } from './decision'

/**
 * What a maintenance decides for a shoot, from what it decides for the shoots that have one of its pools each: pools do not
 * look at each other, only at the control plane. `parts` are in the order of the pools, at least one, none broken off.
 */
export function composed(state: State, parts: readonly Decided[]): Decided {
  const [first] = parts
  if (first === undefined) throw new RangeError('no pools')
  const { kubernetes } = first.next
  let pools: Decision[] | null = null
  let images: Decision[] | null = null
  let poolsLeft = state.pools
  let imagesLeft = state.images
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? first
    const pool = part.pools[0]
    if (pool !== undefined) {
      pools ??= parts.map(() => KEEP)
      pools[i] = pool
    }
    const image = part.images[0]
    if (image !== undefined) {
      images ??= parts.map(() => KEEP)
      images[i] = image
    }
    poolsLeft = replaced(poolsLeft, i, part.next.pools[0] ?? null)
    imagesLeft = replaced(imagesLeft, i, part.next.images[0] ?? null)
  }
  const same = kubernetes === state.kubernetes && poolsLeft === state.pools && imagesLeft === state.images
  return {
    controlPlane: first.controlPlane,
    pools: pools ?? NOTHING,
    images: images ?? NOTHING,
    brokenOff: false,
    next: same ? state : { kubernetes, pools: poolsLeft, images: imagesLeft },
  }
}

const NOTHING: readonly Decision[] = []

/** The same list if nothing differs. */
function replaced<T>(list: readonly T[], i: number, value: T): readonly T[] {
  return list[i] === value ? list : list.with(i, value)
}
