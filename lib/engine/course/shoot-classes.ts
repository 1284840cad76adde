import type { CompiledProfile } from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'
import { isPlain, PoolClasses, plainKey } from './class-keys'
import { MemoizedPicker } from './memoized-picker'
import { TransitionGraph } from './transition-graph'
import type { TransitionNode } from './transition-node'

/** So many shoots that differ and nodes of one profile are remembered; then it begins anew. */
const LIMIT = 200_000

/**
 * The classes of the shoots of one profile, with all that is remembered for them: shoots that come out the same, names, windows and
 * automatic rotations aside, have one node.
 */
export class ShootClasses {
  readonly graph: TransitionGraph
  readonly picker: MemoizedPicker
  private readonly pools: PoolClasses
  /** By what tells them apart, where that is nothing unusual. */
  private readonly plain = new Map<string, TransitionNode>()

  constructor(profile: CompiledProfile) {
    this.pools = new PoolClasses(profile)
    this.picker = new MemoizedPicker(profile, this.pools)
    this.graph = new TransitionGraph(profile, this.pools, this.picker)
  }

  get isFull(): boolean {
    return this.plain.size + this.graph.size >= LIMIT
  }

  of(shoot: Shoot): TransitionNode {
    if (!isPlain(shoot)) return this.graph.nodeOf(shoot)
    let key = plainKey(shoot)
    for (const worker of shoot.workers) key += ` ${this.pools.of(worker).number}`
    let node = this.plain.get(key)
    if (node === undefined) {
      node = this.graph.nodeOf(shoot)
      this.plain.set(key, node)
    }
    return node
  }
}
