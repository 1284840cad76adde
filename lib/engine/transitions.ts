import { type CompiledProfile, countBelow } from './compile'
import { unchangedUntil } from './decide'
import { isUnasked, nextRotation, rotated } from './operations'
import { type Carried, carriedBy, type Run, runMaintenance } from './run'
import { kindOf, type Subject, subjectOf } from './subject'
import type { Instant, Shoot, VersionBoundSettings, Worker } from './types'

/**
 * How shoots of one kind move on. The outcome of a maintenance depends on what the shoot carries and on the stages of the
 * versions in its profile, but not on its name or window: so every shoot with the same profile, versions, pools and flags
 * walks through the same nodes, and each transition is computed once.
 */
export interface Transition {
  /** The transition is the same for every maintenance strictly after `after` and up to `until`. */
  after: Instant
  readonly until: Instant
  readonly run: Run
  readonly next: TransitionNode
  /** The next maintenance up to `until` finds everything as this one did and comes out the same. */
  readonly settled: boolean
}

/** Between two maintenances a shoot is reconciled, and nobody asks for anything. */
const AT_REST: Pick<Shoot, 'annotations' | 'lastOperation'> = {
  annotations: {},
  lastOperation: { type: 'Reconcile', state: 'Succeeded' },
}

export function isAtRest(shoot: Shoot): boolean {
  return shoot.lastOperation === AT_REST.lastOperation
}

/** The shoot after the reconciliation that follows a maintenance. */
export function atRest(shoot: Shoot): Shoot {
  return isAtRest(shoot) ? shoot : { ...shoot, ...AT_REST }
}

/** A shoot of a kind, with what it carries. */
export class TransitionNode {
  private readonly transitions: Transition[] = []

  constructor(
    readonly subject: Subject,
    readonly carried: Carried,
    readonly family: Family,
    /** Within the family. */
    readonly key: string,
  ) {}

  /** What a maintenance at the instant does. */
  at(at: Instant): Transition {
    for (const transition of this.transitions) {
      if (transition.after < at && at <= transition.until) return transition
    }
    return this.computed(at)
  }

  private computed(at: Instant): Transition {
    const { subject, carried, family } = this
    const { boundaries } = family
    const run = runMaintenance(subject, carried, at)
    const epoch = countBelow(boundaries, at)
    const after = boundaries[epoch - 1] ?? Number.NEGATIVE_INFINITY
    const until = this.validUntil(run, at, boundaries[epoch] ?? Number.POSITIVE_INFINITY)
    const settled = isAtRest(subject.shoot) && !run.specChanged && (run.reported || !run.written)
    const transition = { after, until, run, settled, next: this.following(run, at) }
    const earlier = this.transitions.find((other) => other.until === until)
    if (earlier === undefined || subject.shoot.autoRotation !== undefined) this.transitions.push(transition)
    else earlier.after = Math.min(earlier.after, after)
    return transition
  }

  /** What the API server accepts of a change depends on the stages of its targets; without a change only decisions matter. */
  private validUntil(run: Run, at: Instant, nextBoundary: Instant): Instant {
    const { subject, carried } = this
    const attempted = run.decided !== null && run.decided.next !== carried.state
    const until = attempted || run.error !== null ? nextBoundary : unchangedUntil(subject, carried.state, at)
    return subject.shoot.autoRotation === undefined ? until : Math.min(until, nextRotation(subject.shoot, at))
  }

  private following(run: Run, at: Instant): TransitionNode {
    const { family } = this
    const { shoot, profile } = this.subject
    if (shoot.autoRotation !== undefined) {
      const rested = atRest(shoot)
      const next = run.kind === 'done' ? rotated(rested, at) : rested
      return new TransitionNode(subjectOf(next, profile), run.carried, family, '')
    }
    if (isAtRest(shoot) && run.carried === this.carried) return this
    return memberOf(family, keyOfCarried(family.memory, run.carried), () => run.carried)
  }
}

/** Shoots of one profile that differ in nothing but what they carry: once they carry the same, they go the same way. */
export interface Family {
  /** Any of them, at rest. */
  readonly rested: Subject
  /** The instants after which any stage may change for them. */
  readonly boundaries: readonly Instant[]
  /** At rest by what they carry; those that are not at rest by that and why. */
  readonly nodes: Map<string, TransitionNode>
  /** Numbers the parts of its keys. */
  readonly memory: Memory
}

/** So many nodes of one profile are remembered; then it begins anew. */
export const NODES_LIMIT = 200_000

/** What is remembered for a profile. Pools are numbered, so that keys are short: most shoots share theirs with others. */
export interface Memory {
  readonly families: Map<string, Family>
  nodes: number
  /** At rest or nearly, and without anything unusual: by flags, versions and pools. */
  readonly plain: Map<string, TransitionNode>
  readonly pools: Map<Worker, PoolNumbers>
  readonly kinds: Map<string, number>
  readonly versions: Map<string, number>
}

interface PoolNumbers {
  readonly kind: number
  readonly versions: number
  /** Stands for both. */
  readonly pool: string
}

const remembered = new WeakMap<CompiledProfile, Memory>()

function newMemory(): Memory {
  return { families: new Map(), nodes: 0, plain: new Map(), pools: new Map(), kinds: new Map(), versions: new Map() }
}

/**
 * The node of the shoot as it is now, shared with all shoots of its kind. With automatic rotations no two shoots come out the
 * same, so a shoot that has any gets a node of its own then.
 */
export function nodeOf(shoot: Shoot, profile: CompiledProfile, rotations = false): TransitionNode {
  if (rotations && shoot.autoRotation !== undefined) {
    return new TransitionNode(subjectOf(shoot, profile), carriedBy(shoot), newFamily(shoot, profile, newMemory()), '')
  }
  let memory = remembered.get(profile)
  if (memory === undefined || memory.nodes >= NODES_LIMIT) {
    memory = newMemory()
    remembered.set(profile, memory)
  }
  const plain = plainName(shoot, profile, memory)
  const known = plain === null ? undefined : memory.plain.get(plain)
  if (known !== undefined) return known
  const node = searchedNode(shoot, profile, memory)
  if (plain !== null) memory.plain.set(plain, node)
  return node
}

function searchedNode(shoot: Shoot, profile: CompiledProfile, memory: Memory): TransitionNode {
  const name = familyName(shoot, profile, memory)
  let family = memory.families.get(name)
  if (family === undefined) {
    family = newFamily(shoot, profile, memory)
    memory.families.set(name, family)
  }
  const { nodes } = family
  const before = nodes.size
  const key = keyOfShoot(shoot, profile, memory)
  const node = isUnasked(shoot)
    ? memberOf(family, key, () => carriedBy(shoot))
    : askedNode(family, `${key}|${unrest(shoot)}`, shoot)
  memory.nodes += nodes.size - before
  return node
}

/** Family and key in one, for the many that have nothing unusual; null for the others. */
function plainName(shoot: Shoot, profile: CompiledProfile, memory: Memory): string | null {
  const { kubernetesVersion, autoUpdate, workers, versionBound, lastMaintenance } = shoot
  if (shoot.pendingWorkerUpdates.length > 0 || versionBound?.featureGates !== undefined || !isUnasked(shoot))
    return null
  let name = kubernetesVersion
  if (autoUpdate.kubernetesVersion) name += autoUpdate.machineImageVersion ? ' ki' : ' k'
  else if (autoUpdate.machineImageVersion) name += ' i'
  for (const worker of workers) name += numbersOf(worker, profile, memory).pool
  return withRest(name, versionBound, lastMaintenance?.state ?? null)
}

function newFamily(shoot: Shoot, profile: CompiledProfile, memory: Memory): Family {
  const rested = subjectOf(atRest(withoutRotations(shoot)), profile)
  return { rested, boundaries: boundariesFor(rested), nodes: new Map(), memory }
}

/** The node of the family that carries this. */
export function memberOf(family: Family, key: string, carried: () => Carried): TransitionNode {
  let node = family.nodes.get(key)
  if (node === undefined) {
    node = new TransitionNode(family.rested, carried(), family, key)
    family.nodes.set(key, node)
  }
  return node
}

/** Of a shoot that failed or is asked for something. */
function askedNode(family: Family, key: string, shoot: Shoot): TransitionNode {
  let node = family.nodes.get(key)
  if (node === undefined) {
    const subject = subjectOf(withoutRotations(shoot), family.rested.profile)
    node = new TransitionNode(subject, carriedBy(shoot), family, key)
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
  const { autoUpdate, pendingWorkerUpdates, versionBound, workers } = shoot
  let name = `${autoUpdate.kubernetesVersion ? 'k' : ''}${autoUpdate.machineImageVersion ? 'i' : ''}`
  for (const worker of workers) name += ` ${numbersOf(worker, profile, memory).kind}`
  if (versionBound?.featureGates !== undefined) name += ` gates ${workers.map(({ ownKubelet }) => ownKubelet)}`
  if (pendingWorkerUpdates.length > 0) name += ` pending ${workers.map((w) => pendingWorkerUpdates.includes(w.name))}`
  return name
}

/** So many pools are remembered; then it begins anew. */
const POOLS_LIMIT = 300_000

/** Each pool is looked at once. */
function numbersOf(worker: Worker, profile: CompiledProfile, memory: Memory): PoolNumbers {
  const { pools, kinds, versions } = memory
  const known = pools.get(worker)
  if (known !== undefined) return known
  const { kubernetesVersion = null, image } = worker
  const kind = `${kindOf(worker, image?.name ?? '', profile)} ${profile.machineTypes.has(worker.machineType)}`
  const kindNumber = numberIn(kinds, kind)
  const versionsNumber = numberIn(versions, versionsText(kubernetesVersion, image?.version ?? null))
  const numbers = { kind: kindNumber, versions: versionsNumber, pool: ` ${kindNumber}.${versionsNumber}` }
  if (pools.size >= POOLS_LIMIT) pools.clear()
  pools.set(worker, numbers)
  return numbers
}

function numberIn(numbers: Map<string, number>, text: string): number {
  let number = numbers.get(text)
  if (number === undefined) {
    number = numbers.size
    numbers.set(text, number)
  }
  return number
}

function versionsText(kubernetes: string | null, image: string | null): string {
  return `${kubernetes ?? ''} ${image ?? ''}`
}

function unrest({ annotations, lastOperation, hibernated, sshAccess }: Shoot): string {
  return JSON.stringify([annotations, lastOperation, hibernated, sshAccess === false])
}

/** Which bindings there are decides, not how they are called: every shoot has its own. */
function settingsText({ secretBindingName, credentialsBindingName, ...settings }: VersionBoundSettings): string {
  const bindings = `${secretBindingName !== undefined} ${credentialsBindingName !== undefined}`
  return Object.keys(settings).length === 0 ? bindings : `${bindings} ${JSON.stringify(settings)}`
}

/** What a shoot carries, as a text: equal texts, equal outcomes. A maintenance that succeeded is as good as none. */
function keyOfCarried({ versions }: Memory, { state, settings, lastState }: Carried): string {
  let key = state.kubernetes
  for (let i = 0; i < state.images.length; i++) {
    key += ` ${numberIn(versions, versionsText(state.pools[i] ?? null, state.images[i] ?? null))}`
  }
  return withRest(key, settings, lastState)
}

/** The same for what the shoot carries now. */
function keyOfShoot(shoot: Shoot, profile: CompiledProfile, memory: Memory): string {
  const { kubernetesVersion, workers, versionBound, lastMaintenance } = shoot
  let key = kubernetesVersion
  for (const worker of workers) key += ` ${numbersOf(worker, profile, memory).versions}`
  return withRest(key, versionBound, lastMaintenance?.state ?? null)
}

function withRest(key: string, settings: VersionBoundSettings | undefined, lastState: Carried['lastState']): string {
  const last = lastState === null || lastState === 'Succeeded' ? key : `${key}|${lastState}`
  return settings === undefined ? last : `${last}|${settingsText(settings)}`
}

const boundaryMemo = new WeakMap<CompiledProfile, Map<string, readonly Instant[]>>()

/** Those of Kubernetes and of the images that its pools use. */
export function boundariesFor({ shoot, profile }: Subject): readonly Instant[] {
  let memo = boundaryMemo.get(profile)
  if (memo === undefined) {
    memo = new Map()
    boundaryMemo.set(profile, memo)
  }
  const names = [...new Set(shoot.workers.flatMap(({ image }) => image?.name ?? []))].sort()
  const key = names.join(' ')
  const known = memo.get(key)
  if (known !== undefined) return known
  const images = names.flatMap((name) => [
    ...(profile.imageByFoldedName.get(name.toLowerCase())?.table.boundaries ?? []),
    ...(profile.imageByName.get(name)?.table.boundaries ?? []),
  ])
  const boundaries = [...new Set([...profile.kubernetes.boundaries, ...images])].sort((a, b) => a - b)
  memo.set(key, boundaries)
  return boundaries
}
