import type { Decided, State } from './decide'
import { type Decision, KEEP } from './decision'

/**
 * What a maintenance decides for a shoot, from what it decides for the shoots that have one of its pools each: pools do not
 * look at each other, only at the control plane. `parts` are in the order of the pools, at least one, none broken off.
 */
export function composed(state: State, parts: readonly Decided[]): Decided {
  const [first] = parts
  if (first === undefined) throw new RangeError('no pools')
  return {
    controlPlane: first.controlPlane,
    pools: decisions(parts, ({ pools }) => pools[0]),
    images: decisions(parts, ({ images }) => images[0]),
    brokenOff: false,
    next: nextState(state, first.next.kubernetes, parts),
  }
}

const NOTHING: readonly Decision[] = []

function decisions(parts: readonly Decided[], of: (part: Decided) => Decision | undefined): readonly Decision[] {
  return parts.some((part) => of(part) !== undefined) ? parts.map((part) => of(part) ?? KEEP) : NOTHING
}

function nextState(state: State, kubernetes: string, parts: readonly Decided[]): State {
  const pools = replaced(state.pools, (i) => parts[i]?.next.pools[0])
  const images = replaced(state.images, (i) => parts[i]?.next.images[0])
  const same = kubernetes === state.kubernetes && pools === state.pools && images === state.images
  return same ? state : { kubernetes, pools, images }
}

/** The same list if nothing differs. */
function replaced(
  list: readonly (string | null)[],
  by: (i: number) => string | null | undefined,
): readonly (string | null)[] {
  return list.some((value, i) => by(i) !== value) ? list.map((_, i) => by(i) ?? null) : list
}
