import type { CarriedState, CompiledProfile } from '@/lib/engine/rules'
import { carriedBy, isUnasked, subjectOf } from '@/lib/engine/rules'
import type { Shoot, Worker } from '@/lib/engine/types'
import type { PoolClasses } from './class-keys'
import { keyOfCarried, specKey, TextNumbers, unrestKey } from './class-keys'
import type { MemoizedPicker } from './memoized-picker'
import { once } from './once'
import { atRest, memberOf, type StateSpace, TransitionNode } from './transition-node'

/** Finds the nodes of shoots of one profile: one node for all that come out the same, names and windows aside. */
export class TransitionGraph {
  private readonly spaces = new Map<string, StateSpace>()
  private readonly versions = new TextNumbers()
  private found = 0

  constructor(
    private readonly profile: CompiledProfile,
    private readonly pools: PoolClasses,
    private readonly picker: MemoizedPicker,
  ) {}

  /** How many nodes there are. */
  get size(): number {
    return this.found
  }

  /** Of the shoot as it is now, without automatic rotations. */
  nodeOf(shoot: Shoot): TransitionNode {
    const space = this.spaceOf(shoot)
    const { nodes } = space
    const before = nodes.size
    const carried = carriedBy(shoot)
    const node = isUnasked(shoot) ? memberOf(space, carried) : askedNode(space, carried, shoot)
    this.found += nodes.size - before
    return node
  }

  /** Of the shoot with its automatic rotations, with which no two shoots come out the same: it is shared with no other. */
  ownNodeOf(shoot: Shoot): TransitionNode {
    return new TransitionNode(subjectOf(shoot, this.profile), carriedBy(shoot), this.newSpace(shoot))
  }

  private spaceOf(shoot: Shoot): StateSpace {
    const name = specKey(shoot, this.pools)
    let space = this.spaces.get(name)
    if (space === undefined) {
      space = this.newSpace(shoot)
      this.spaces.set(name, space)
    }
    return space
  }

  private newSpace(shoot: Shoot): StateSpace {
    const rested = subjectOf(atRest(withoutRotations(shoot)), this.profile)
    return {
      rested,
      picker: this.picker,
      boundaries: once(() => this.picker.boundariesFor(rested.shoot)),
      nodes: new Map(),
      versions: this.versions,
      parts: once(() => shoot.workers.map((worker) => this.spaceOf(withPool(rested.shoot, worker)))),
    }
  }
}

/** The shoot with this pool alone, these settings, and nothing that happened to it. */
export function withPool(shoot: Shoot, worker: Worker, versionBound?: Shoot['versionBound']): Shoot {
  const { versionBound: _, droppedOnWrite: __, lastMaintenance: ___, ...bare } = shoot
  return { ...bare, workers: [worker], pendingWorkerUpdates: [], ...(versionBound && { versionBound }) }
}

/** Of a shoot that failed or is asked for something. */
function askedNode(space: StateSpace, carried: CarriedState, shoot: Shoot): TransitionNode {
  const key = `${keyOfCarried(space.versions, carried)}|${unrestKey(shoot)}`
  let node = space.nodes.get(key)
  if (node === undefined) {
    const subject = subjectOf(withoutRotations(shoot), space.rested.profile)
    node = new TransitionNode(subject, carried, space)
    space.nodes.set(key, node)
  }
  return node
}

function withoutRotations(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...rest } = shoot
  return rest
}
