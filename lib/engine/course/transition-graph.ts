import type { CompiledProfile } from '@/lib/engine/rules'
import { blockedRotation, carriedBy, isReadyForRotation, isUnasked, sleepOf, subjectOf } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { atRest } from './at-rest'
import type { PoolClasses } from './class-keys'
import { specKey, TextNumbers } from './class-keys'
import type { MemoizedPicker } from './memoized-picker'
import { askedNode, memberOf, type StateSpace, TransitionNode } from './transition-node'

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
    const node =
      isUnasked(shoot) && !isBlockedUntilReconciled(shoot)
        ? memberOf(space, carried)
        : askedNode(space, carried, withBlockedRotation(shoot))
    this.found += nodes.size - before
    return node
  }

  /** Of the shoot with its automatic rotations, as it is at `from`, with which no two shoots come out the same: it is shared with no other. */
  ownNodeOf(shoot: Shoot, from: Instant): TransitionNode {
    const space = { ...this.newSpace(shoot), rotates: true, sleep: sleepOf(shoot, from) }
    return new TransitionNode(subjectOf(shoot, this.profile), carriedBy(shoot), space)
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
    const rested = subjectOf(withBlockedRotation(atRest(shoot)), this.profile)
    return {
      rested,
      rotates: false,
      sleep: null,
      picker: this.picker,
      boundaries: once(() => this.picker.boundariesFor(rested.shoot)),
      nodes: new Map(),
      versions: this.versions,
    }
  }
}

/** Of its automatic rotations only one that cannot begin decides anything about versions. */
function withBlockedRotation(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...others } = shoot
  const blocked = blockedRotation(shoot)
  return blocked === undefined ? others : { ...others, autoRotation: blocked }
}

/** A rotation cannot begin before the shoot was reconciled for the first time. */
function isBlockedUntilReconciled(shoot: Shoot): boolean {
  return blockedRotation(shoot) !== undefined && !isReadyForRotation(shoot.lastOperation)
}

/** Finds something when it is first asked for, and keeps it. */
function once<T extends object>(find: () => T): () => T {
  let found: T | null = null
  return () => {
    found ??= find()
    return found
  }
}
