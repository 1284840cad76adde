import { failed, keyOfCarried, Numbers, settingsText, versionsText } from './carried-key'
import { Chains } from './chains'
import type { CompiledProfile } from './compile'
import { once } from './once'
import { isUnasked } from './operations'
import { type Carried, carriedBy } from './run'
import { kindOf, subjectOf } from './subject'
import { atRest, boundariesFor, type Family, memberOf, TransitionNode } from './transitions'
import type { Shoot, Worker } from './types'

/** So many nodes of one profile are remembered; then it begins anew. */
const NODES_LIMIT = 200_000

/** So many pools are remembered; then it begins anew. */
const POOLS_LIMIT = 300_000

/** What is remembered for the shoots of a profile. */
interface Memory {
  readonly families: Map<string, Family>
  nodes: number
  /** By their number. */
  readonly plain: (PlainKind | undefined)[]
  readonly plainKinds: Chains
  readonly settings: Numbers
  readonly pools: Map<Worker, PoolKind>
  readonly poolPlaces: Chains
  readonly poolTexts: Numbers
  readonly poolByPlace: (PoolKind | undefined)[]
  readonly poolKinds: Map<string, PoolKind>
  readonly kinds: Numbers
  readonly versions: Numbers
}

/** Pools that are alike, with their versions; one object for all of them. */
interface PoolKind {
  /** Versions aside. */
  readonly kind: number
  /** Versions included. */
  readonly number: number
}

const remembered = new WeakMap<CompiledProfile, Memory>()

function newMemory(): Memory {
  return {
    families: new Map(),
    nodes: 0,
    plain: [],
    plainKinds: new Chains(),
    settings: new Numbers(),
    pools: new Map(),
    poolPlaces: new Chains(),
    poolTexts: new Numbers(),
    poolByPlace: [],
    poolKinds: new Map(),
    kinds: new Numbers(),
    versions: new Numbers(),
  }
}

/** Shoots of one profile that come out the same, names and windows aside; those with anything unusual by their node. */
export type Kind = PlainKind | TransitionNode

/** Shoots without anything unusual. */
export class PlainKind {
  private known: TransitionNode | null = null

  constructor(
    /** Any of them. */
    readonly example: Shoot,
    private readonly profile: CompiledProfile,
    private readonly memory: Memory,
  ) {}

  /** Found when somebody asks: what is ahead of shoots with several pools can be told from `split`. */
  get node(): TransitionNode {
    this.known ??= searchedNode(this.example, this.profile, this.memory)
    return this.known
  }

  /**
   * By pool: the shoots that have this pool alone, the first with the version-bound settings as well. Between them they have
   * all that happens. Null: they have no or one pool, and nothing else.
   */
  get split(): readonly TransitionNode[] | null {
    const { example, memory, profile } = this
    const { workers, versionBound } = example
    if (workers.length === 0 || (workers.length === 1 && versionBound === undefined)) return null
    const head = headOf(example, memory, versionBound, null)
    const bareHead = versionBound === undefined ? head : headOf(example, memory, undefined, null)
    return workers.map((worker, pool) => {
      const link = poolKindOf(worker, profile, memory).number
      const number = memory.plainKinds.with(pool === 0 ? head : bareHead, link)
      let kind = memory.plain[number]
      if (kind === undefined) {
        kind = new PlainKind(withPool(example, worker, pool === 0 ? versionBound : undefined), profile, memory)
        memory.plain[number] = kind
      }
      return kind.node
    })
  }
}

/**
 * The node of the shoot as it is now, shared with all shoots of its kind. With automatic rotations no two shoots come out the
 * same, so a shoot that has any gets a node of its own then.
 */
export function nodeOf(shoot: Shoot, profile: CompiledProfile, rotations = false): TransitionNode {
  if (rotations && shoot.autoRotation !== undefined) {
    return new TransitionNode(
      subjectOf(shoot, profile),
      { carried: carriedBy(shoot) },
      newFamily(shoot, profile, newMemory()),
      '',
    )
  }
  return startOf(kindFor(shoot, profile))
}

export function startOf(kind: Kind): TransitionNode {
  return kind instanceof PlainKind ? kind.node : kind
}

/** The kind of the shoot, without automatic rotations: the same object for all that come out the same. */
export function kindFor(shoot: Shoot, profile: CompiledProfile): Kind {
  let memory = remembered.get(profile)
  if (memory === undefined || memory.nodes >= NODES_LIMIT) {
    memory = newMemory()
    remembered.set(profile, memory)
  }
  if (!isPlain(shoot)) return searchedNode(shoot, profile, memory)
  let number = headOf(shoot, memory, shoot.versionBound, shoot.lastMaintenance?.state ?? null)
  for (const worker of shoot.workers)
    number = memory.plainKinds.with(number, poolKindOf(worker, profile, memory).number)
  let kind = memory.plain[number]
  if (kind === undefined) {
    kind = new PlainKind(shoot, profile, memory)
    memory.plain[number] = kind
    memory.nodes++
  }
  return kind
}

function isPlain(shoot: Shoot): boolean {
  return shoot.pendingWorkerUpdates.length === 0 && shoot.versionBound?.featureGates === undefined && isUnasked(shoot)
}

/** Of a plain shoot, all but its pools, with these settings and this last maintenance. */
function headOf(
  shoot: Shoot,
  { plainKinds, settings }: Memory,
  versionBound: Shoot['versionBound'],
  lastState: Carried['lastState'],
): number {
  let flags = versionBound === undefined ? 0 : 1 + settings.of(settingsText(versionBound))
  flags = flags * 3 + (failed(lastState) ? (lastState === 'Failed' ? 2 : 1) : 0)
  flags = flags * 4 + automatic(shoot)
  return plainKinds.with(plainKinds.from(shoot.kubernetesVersion), flags)
}

/** Which automatic updates are on, as a number below 4. */
function automatic({ autoUpdate }: Shoot): number {
  return (autoUpdate.kubernetesVersion ? 2 : 0) + (autoUpdate.machineImageVersion ? 1 : 0)
}

function flagsOf({ autoUpdate }: Shoot): string {
  if (autoUpdate.kubernetesVersion) return autoUpdate.machineImageVersion ? 'ki' : 'k'
  return autoUpdate.machineImageVersion ? 'i' : ''
}

function searchedNode(shoot: Shoot, profile: CompiledProfile, memory: Memory): TransitionNode {
  const family = familyFor(shoot, profile, memory)
  const { nodes } = family
  const before = nodes.size
  const carried = carriedBy(shoot)
  const key = keyOfCarried(memory.versions, carried)
  const node = isUnasked(shoot)
    ? memberOf(family, key, { carried })
    : askedNode(family, `${key}|${unrest(shoot)}`, shoot)
  memory.nodes += nodes.size - before
  return node
}

function familyFor(shoot: Shoot, profile: CompiledProfile, memory: Memory): Family {
  const name = familyName(shoot, profile, memory)
  let family = memory.families.get(name)
  if (family === undefined) {
    family = newFamily(shoot, profile, memory)
    memory.families.set(name, family)
  }
  return family
}

function newFamily(shoot: Shoot, profile: CompiledProfile, memory: Memory): Family {
  const rested = subjectOf(atRest(withoutRotations(shoot)), profile)
  return {
    rested,
    boundaries: once(() => boundariesFor(rested)),
    nodes: new Map(),
    versions: memory.versions,
    parts: once(() => shoot.workers.map((worker) => familyFor(withPool(rested.shoot, worker), profile, memory))),
  }
}

/** The shoot with this pool alone, these settings, and nothing that happened to it. */
function withPool(shoot: Shoot, worker: Worker, versionBound?: Shoot['versionBound']): Shoot {
  const { versionBound: _, lastMaintenance: __, ...bare } = shoot
  return { ...bare, workers: [worker], pendingWorkerUpdates: [], ...(versionBound && { versionBound }) }
}

/** Of a shoot that failed or is asked for something. */
function askedNode(family: Family, key: string, shoot: Shoot): TransitionNode {
  let node = family.nodes.get(key)
  if (node === undefined) {
    const subject = subjectOf(withoutRotations(shoot), family.rested.profile)
    node = new TransitionNode(subject, { carried: carriedBy(shoot) }, family, key)
    family.nodes.set(key, node)
  }
  return node
}

function withoutRotations(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...rest } = shoot
  return rest
}

/**
 * Everything about a shoot that decides how its maintenances come out, apart from its window, automatic rotations, what it
 * carries and what it is asked for: two shoots of one profile with equal texts for all of these have equal outcomes, names
 * aside.
 */
function familyName(shoot: Shoot, profile: CompiledProfile, memory: Memory): string {
  const { pendingWorkerUpdates, versionBound, workers } = shoot
  let name = flagsOf(shoot)
  for (const worker of workers) name += ` ${poolKindOf(worker, profile, memory).kind}`
  if (versionBound?.featureGates !== undefined) name += ` gates ${workers.map(({ ownKubelet }) => ownKubelet)}`
  if (pendingWorkerUpdates.length > 0) name += ` pending ${workers.map((w) => pendingWorkerUpdates.includes(w.name))}`
  return name
}

/** Each pool is looked at once. */
function poolKindOf(worker: Worker, profile: CompiledProfile, memory: Memory): PoolKind {
  let known = memory.pools.get(worker)
  if (known === undefined) {
    const place = poolPlace(worker, memory)
    known = memory.poolByPlace[place] ?? searchedPoolKind(worker, profile, memory)
    memory.poolByPlace[place] = known
    if (memory.pools.size >= POOLS_LIMIT) memory.pools.clear()
    memory.pools.set(worker, known)
  }
  return known
}

/** Pools of one place are alike; there may be several places for one kind. */
function poolPlace(worker: Worker, { poolPlaces, poolTexts }: Memory): number {
  const { image, kubernetesVersion, architecture, updateStrategy, machineType, cri } = worker
  let place = poolPlaces.from(image?.version ?? '')
  place = poolPlaces.with(place, poolTexts.of(machineType))
  place = poolPlaces.with(place, poolTexts.of(image?.name ?? ''))
  place = poolPlaces.with(place, poolTexts.of(kubernetesVersion ?? ''))
  place = poolPlaces.with(place, poolTexts.of(architecture))
  place = poolPlaces.with(place, poolTexts.of(updateStrategy))
  place = poolPlaces.with(place, poolTexts.of(cri.name))
  for (const runtime of cri.containerRuntimes) place = poolPlaces.with(place, poolTexts.of(runtime))
  return place
}

function searchedPoolKind(worker: Worker, profile: CompiledProfile, memory: Memory): PoolKind {
  const { kubernetesVersion = null, image } = worker
  const kind = `${kindOf(worker, image?.name ?? '', profile)} ${profile.machineTypes.has(worker.machineType)}`
  const name = `${kind}|${versionsText(kubernetesVersion, image?.version ?? null)}`
  let poolKind = memory.poolKinds.get(name)
  if (poolKind === undefined) {
    poolKind = { kind: memory.kinds.of(kind), number: memory.poolKinds.size }
    memory.poolKinds.set(name, poolKind)
  }
  return poolKind
}

function unrest({ annotations, lastOperation, hibernated, sshAccess, alwaysDiffers }: Shoot): string {
  return JSON.stringify([annotations, lastOperation, hibernated, sshAccess === false, alwaysDiffers === true])
}
