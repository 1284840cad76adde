import type { CarriedState, CompiledProfile } from '@/lib/engine/rules'
import { isUnasked } from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'
import { failed, settingsText, TextNumbers } from './carried-key'
import { Families, withPool } from './families'
import { MemoizedPicker } from './memoized-picker'
import { PoolKinds } from './pool-kinds'
import { SequenceNumbers } from './sequence-numbers'
import type { TransitionNode } from './transitions'

/** So many kinds and nodes of one profile are remembered; then it begins anew. */
const KINDS_LIMIT = 200_000

/** Shoots of one profile that come out the same, names, windows and automatic rotations aside. */
export class Kind {
  private known: TransitionNode | null = null

  constructor(
    readonly number: number,
    /** Any of them. */
    readonly example: Shoot,
    private readonly kinds: Kinds,
  ) {}

  /** Found when somebody asks: what is ahead of shoots with several pools can be told from `split`. */
  get node(): TransitionNode {
    this.known ??= this.kinds.families.nodeOf(this.example)
    return this.known
  }

  /**
   * By pool: the shoots that have this pool alone and to which nothing has happened yet, the first with the version-bound
   * settings as well. Between them they have all that happens. Null: they have no pool, or anything unusual.
   */
  get split(): readonly Kind[] | null {
    const { example, kinds } = this
    return isPlain(example) && example.workers.length > 0 ? kinds.partsOf(example) : null
  }
}

/** The kinds of shoots of one profile, by numbers. */
export class Kinds {
  readonly families: Families
  readonly picker: MemoizedPicker
  private readonly pools: PoolKinds
  private readonly sequences = new SequenceNumbers()
  private readonly settings = new TextNumbers()
  private readonly byNumber: (Kind | undefined)[] = []
  private readonly unusual = new Map<TransitionNode, Kind>()
  private size = 0

  constructor(profile: CompiledProfile) {
    this.pools = new PoolKinds(profile)
    this.picker = new MemoizedPicker(profile, this.pools)
    this.families = new Families(profile, this.pools, this.picker)
  }

  get isFull(): boolean {
    return this.size + this.families.size >= KINDS_LIMIT
  }

  of(shoot: Shoot): Kind {
    return this.at(this.numberOf(shoot))
  }

  /** A number that was given by `numberOf`. */
  at(number: number): Kind {
    const kind = this.byNumber[number]
    if (kind === undefined) throw new RangeError(`no kind has the number ${number}`)
    return kind
  }

  /** The same for all shoots of a kind. */
  numberOf(shoot: Shoot): number {
    if (!isPlain(shoot)) return this.unusualOf(shoot).number
    let number = this.headOf(shoot, shoot.versionBound, shoot.lastMaintenance?.state ?? null)
    for (const worker of shoot.workers) number = this.sequences.with(number, this.pools.of(worker).number)
    if (this.byNumber[number] === undefined) this.add(number, shoot)
    return number
  }

  /** As `Kind.split`, of a plain shoot. */
  partsOf(shoot: Shoot): readonly Kind[] {
    const { workers, versionBound } = shoot
    const head = this.headOf(shoot, versionBound, null)
    const bareHead = versionBound === undefined ? head : this.headOf(shoot, undefined, null)
    return workers.map((worker, pool) => {
      const number = this.sequences.with(pool === 0 ? head : bareHead, this.pools.of(worker).number)
      return this.byNumber[number] ?? this.add(number, withPool(shoot, worker, pool === 0 ? versionBound : undefined))
    })
  }

  /** Shoots with anything unusual, by their node. */
  private unusualOf(shoot: Shoot): Kind {
    const node = this.families.nodeOf(shoot)
    let kind = this.unusual.get(node)
    if (kind === undefined) {
      kind = this.add(this.sequences.another(), shoot)
      this.unusual.set(node, kind)
    }
    return kind
  }

  private add(number: number, example: Shoot): Kind {
    const kind = new Kind(number, example, this)
    this.byNumber[number] = kind
    this.size++
    return kind
  }

  /** Of a plain shoot, all but its pools, with these settings and this last maintenance. */
  private headOf(shoot: Shoot, versionBound: Shoot['versionBound'], lastState: CarriedState['lastState']): number {
    let flags = versionBound === undefined ? 0 : 1 + this.settings.of(settingsText(versionBound))
    flags = flags * 3 + (failed(lastState) ? (lastState === 'Failed' ? 2 : 1) : 0)
    flags = flags * 4 + automatic(shoot)
    return this.sequences.with(this.sequences.from(shoot.kubernetesVersion), flags)
  }
}

/** Without anything unusual. */
function isPlain(shoot: Shoot): boolean {
  const { pendingWorkerUpdates, versionBound, droppedOnWrite } = shoot
  if (pendingWorkerUpdates.length > 0 || versionBound?.featureGates !== undefined) return false
  return droppedOnWrite === undefined && isUnasked(shoot)
}

/** Which automatic updates are on, as a number below 4. */
function automatic({ autoUpdate }: Shoot): number {
  return (autoUpdate.kubernetesVersion ? 2 : 0) + (autoUpdate.machineImageVersion ? 1 : 0)
}
