import type { Decided, State } from '@/lib/engine/rules'
import {
  attemptedState,
  type CarriedState,
  concluded,
  type Decision,
  fails,
  KEEP,
  type Run,
  storedAnnotations,
  withOperations,
} from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'

const NOTHING: readonly never[] = []

/** What a maintenance finds: a shoot at rest, without version-bound settings. */
export interface Found {
  readonly subject: { readonly shoot: Shoot }
  readonly carried: CarriedState
  readonly lastState: CarriedState['lastState']
}

/**
 * A maintenance that the API server accepts, put together from those of the shoots that have one of the pools each: pools do
 * not look at each other, only at the control plane. Whether it changes or reports anything is known at once, all else is
 * put together when somebody asks.
 */
export class ComposedRun implements Run {
  readonly specChanged: boolean
  readonly reported: boolean
  /** Afterwards, as `carried.lastState`. */
  readonly lastState: CarriedState['lastState']
  private knownDecided: Decided | null = null
  private knownCarried: CarriedState | null = null

  constructor(
    readonly found: Found,
    /** By pool: the shoots that have this pool alone. */
    readonly parts: readonly Found[],
    /** Their maintenances, all done and none broken off; none at all: nothing is decided for any. */
    readonly runs: readonly Run[],
  ) {
    let specChanged = false
    let reported = false
    let failing = false
    for (const run of runs) {
      if (run.specChanged) specChanged = true
      if (!run.reported) continue
      reported = true
      if (run.decided !== null && fails(run.decided, NOTHING)) failing = true
    }
    this.specChanged = specChanged
    this.reported = reported
    this.lastState = concluded(attemptedState(found.lastState, reported, failing), reported)
  }

  /** Whether the shoot carries afterwards what it carried before. */
  get staysSame(): boolean {
    return !this.specChanged && this.lastState === this.found.lastState
  }

  get written(): boolean {
    return this.reported || this.lastState !== this.found.lastState
  }

  get decided(): Decided {
    this.knownDecided ??= composed(
      this.found.carried.state,
      this.runs.flatMap(({ decided }) => decided ?? NOTHING),
    )
    return this.knownDecided
  }

  get carried(): CarriedState {
    this.knownCarried ??= this.staysSame
      ? this.found.carried
      : { state: this.decided.next, settings: undefined, lastState: this.lastState }
    return this.knownCarried
  }

  get annotations(): Run['annotations'] {
    const { shoot } = this.found.subject
    return storedAnnotations(shoot, withOperations(shoot, NOTHING).annotations, this.specChanged)
  }

  get kind(): 'done' {
    return 'done'
  }

  get error(): null {
    return null
  }

  get rotations(): readonly never[] {
    return NOTHING
  }

  get added(): null {
    return null
  }

  get ended(): readonly never[] {
    return NOTHING
  }

  get started(): readonly never[] {
    return NOTHING
  }

  get otherSpecChanges(): readonly never[] {
    return NOTHING
  }

  get refused(): readonly never[] {
    return NOTHING
  }
}

/**
 * What a maintenance decides for a shoot, from what it decides for the shoots that have one of its pools each. `parts` are
 * in the order of the pools, none broken off; none at all: nothing is decided.
 */
export function composed(state: State, parts: readonly Decided[]): Decided {
  const [first] = parts
  if (first === undefined) return { controlPlane: KEEP, pools: NOTHING, images: NOTHING, brokenOff: false, next: state }
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

/** The same list if nothing differs. */
function replaced<T>(list: readonly T[], i: number, value: T): readonly T[] {
  return list[i] === value ? list : list.with(i, value)
}
