import { oncePer } from '@/lib/engine/once'
import { CompiledProfile } from '@/lib/engine/rules'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import { type MachineTypeDistinction, PoolClasses } from './class-keys'
import { MemoizedPicker } from './memoized-picker'
import { TransitionGraph, type TransitionNode } from './transition-graph'

/**
 * A profile with everything that has been found out about the shoots that use it. The owner of the profile makes one, keeps it as
 * long as questions about the profile come, and drops it with all that is remembered.
 */
export class MemoizedProfile extends CompiledProfile {
  private known: ShootClasses

  /** @param types `apart`: the same classes are asked about a profile that describes its machine types otherwise, or has others */
  constructor(
    source: CloudProfile,
    private readonly types: MachineTypeDistinction = 'by capabilities',
  ) {
    super(source)
    this.known = new ShootClasses(this, types)
  }

  /** The classes of its shoots, as known so far; others as soon as there are too many. */
  get classes(): ShootClasses {
    if (this.known.isFull) this.known = new ShootClasses(this, this.types)
    return this.known
  }
}

/** The profiles of one owner, each memoized from the first question on and dropped with the profile itself, or with the owner. */
export class MemoizedProfiles {
  readonly of: (profile: CloudProfile) => MemoizedProfile

  constructor(types?: MachineTypeDistinction) {
    this.of = oncePer((profile) => new MemoizedProfile(profile, types))
  }
}

/** How many nodes of one profile are remembered before it begins anew. */
const LIMIT = 200_000

/**
 * The classes of the shoots of one profile, with all that is remembered for them: shoots that come out the same, names, windows and
 * automatic rotations aside, have one node.
 */
export class ShootClasses {
  readonly graph: TransitionGraph
  readonly picker: MemoizedPicker

  constructor(profile: CompiledProfile, types: MachineTypeDistinction) {
    const pools = new PoolClasses(profile, types)
    this.picker = new MemoizedPicker(profile, pools)
    this.graph = new TransitionGraph(profile, pools, this.picker)
  }

  get isFull(): boolean {
    return this.graph.size >= LIMIT
  }

  of(shoot: Shoot): TransitionNode {
    return this.graph.nodeOf(shoot)
  }
}
