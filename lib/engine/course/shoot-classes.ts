import type { CompiledProfile } from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'
import { isPlain, PoolClasses, plainKey } from './class-keys'
import { MemoizedPicker } from './memoized-picker'
import { TransitionGraph, withPool } from './transition-graph'
import type { TransitionNode } from './transition-node'

/** So many classes and nodes of one profile are remembered; then it begins anew. */
const LIMIT = 200_000

/** Shoots of one profile that come out the same, names, windows and automatic rotations aside. */
export class ShootClass {
  private known: TransitionNode | null = null

  constructor(
    /** Any of them. */
    readonly example: Shoot,
    private readonly classes: ShootClasses,
  ) {}

  /** Found when somebody asks: what is ahead of shoots with several pools can be told from `split`. */
  get node(): TransitionNode {
    this.known ??= this.classes.graph.nodeOf(this.example)
    return this.known
  }

  /**
   * By pool: the shoots that have this pool alone and to which nothing has happened yet, the first with the version-bound
   * settings as well. Between them they have all that happens. Null: they have no pool, or anything unusual.
   */
  get split(): readonly ShootClass[] | null {
    const { example, classes } = this
    return isPlain(example) && example.workers.length > 0 ? classes.partsOf(example) : null
  }
}

/** The classes of the shoots of one profile, with all that is remembered for them. */
export class ShootClasses {
  readonly graph: TransitionGraph
  readonly picker: MemoizedPicker
  private readonly pools: PoolClasses
  /** By what tells them apart, where that is nothing unusual. */
  private readonly plain = new Map<string, ShootClass>()
  private readonly unusual = new Map<TransitionNode, ShootClass>()

  constructor(profile: CompiledProfile) {
    this.pools = new PoolClasses(profile)
    this.picker = new MemoizedPicker(profile, this.pools)
    this.graph = new TransitionGraph(profile, this.pools, this.picker)
  }

  get isFull(): boolean {
    return this.plain.size + this.unusual.size + this.graph.size >= LIMIT
  }

  of(shoot: Shoot): ShootClass {
    if (!isPlain(shoot)) {
      const node = this.graph.nodeOf(shoot)
      return this.unusual.get(node) ?? this.add(this.unusual, node, shoot)
    }
    let key = plainKey(shoot, shoot.versionBound, shoot.lastMaintenance?.state ?? null)
    for (const worker of shoot.workers) key += ` ${this.pools.of(worker).number}`
    return this.plain.get(key) ?? this.add(this.plain, key, shoot)
  }

  /** As `ShootClass.split`, of a plain shoot. */
  partsOf(shoot: Shoot): readonly ShootClass[] {
    return shoot.workers.map((worker, pool) => {
      const settings = pool === 0 ? shoot.versionBound : undefined
      const key = `${plainKey(shoot, settings, null)} ${this.pools.of(worker).number}`
      return this.plain.get(key) ?? this.add(this.plain, key, withPool(shoot, worker, settings))
    })
  }

  private add<K>(known: Map<K, ShootClass>, key: K, example: Shoot): ShootClass {
    const added = new ShootClass(example, this)
    known.set(key, added)
    return added
  }
}
