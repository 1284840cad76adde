import { type CompiledProfile, countBelow } from './compile'
import { unchangedUntil } from './decide'
import { isUnasked, nextRotation, rotated } from './operations'
import { type Carried, carriedBy, type Run, runMaintenance } from './run'
import { kindOf, type Subject, subjectOf } from './subject'
import type { Instant, Shoot, VersionBoundSettings } from './types'

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

/** A shoot of the kind, with what it carries. */
export class TransitionNode {
  private readonly transitions: Transition[] = []

  constructor(
    readonly subject: Subject,
    readonly carried: Carried,
    /** The instants after which any stage may change for the shoot. */
    private readonly boundaries: readonly Instant[],
    private readonly graph: Map<string, TransitionNode>,
  ) {}

  /** What a maintenance at the instant does. */
  at(at: Instant): Transition {
    for (const transition of this.transitions) {
      if (transition.after < at && at <= transition.until) return transition
    }
    return this.computed(at)
  }

  private computed(at: Instant): Transition {
    const { subject, carried, boundaries } = this
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
    const { shoot, profile } = this.subject
    const rested = atRest(shoot)
    const next = run.kind === 'done' && rested.autoRotation !== undefined ? rotated(rested, at) : rested
    if (next.autoRotation !== undefined) {
      return new TransitionNode(subjectOf(next, profile), run.carried, this.boundaries, this.graph)
    }
    const key = keyOf(run.carried)
    const known = this.graph.get(key)
    if (known !== undefined) return known
    const subject = next === shoot ? this.subject : subjectOf(next, profile)
    const node = new TransitionNode(subject, run.carried, this.boundaries, this.graph)
    this.graph.set(key, node)
    return node
  }
}

/** So many kinds of shoots of one profile are remembered; then it begins anew. */
const KINDS_LIMIT = 50_000

const roots = new WeakMap<CompiledProfile, Map<string, TransitionNode>>()

/**
 * The node of the shoot as it is now, shared with all shoots of its kind. With automatic rotations no two shoots come out the
 * same, so a shoot that has any gets a node of its own then.
 */
export function nodeOf(shoot: Shoot, profile: CompiledProfile, rotations = false): TransitionNode {
  if (rotations && shoot.autoRotation !== undefined) return newNode(shoot, profile)
  let kinds = roots.get(profile)
  if (kinds === undefined) {
    kinds = new Map()
    roots.set(profile, kinds)
  }
  const kind = kindOfShoot(shoot, profile)
  const known = kinds.get(kind)
  if (known !== undefined) return known
  if (kinds.size >= KINDS_LIMIT) kinds.clear()
  const node = newNode(withoutRotations(isUnasked(shoot) ? atRest(shoot) : shoot), profile)
  kinds.set(kind, node)
  return node
}

function newNode(shoot: Shoot, profile: CompiledProfile): TransitionNode {
  const subject = subjectOf(shoot, profile)
  return new TransitionNode(subject, carriedBy(shoot), boundariesFor(subject), new Map())
}

function withoutRotations(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...rest } = shoot
  return rest
}

/**
 * Everything about a shoot that decides how its maintenances come out, apart from its window and automatic rotations: two
 * shoots of one profile with equal texts have equal outcomes, names aside.
 */
export function kindOfShoot(shoot: Shoot, profile: CompiledProfile): string {
  const { autoUpdate, lastMaintenance } = shoot
  let kind = `${shoot.kubernetesVersion} ${autoUpdate.kubernetesVersion} ${autoUpdate.machineImageVersion}`
  for (const worker of shoot.workers) {
    const { image } = worker
    const hasMachineType = profile.machineTypes.has(worker.machineType)
    kind += `|${worker.kubernetesVersion ?? ''} ${image?.version ?? ''} ${kindOf(worker, image?.name ?? '', profile)} ${hasMachineType}`
  }
  if (!isUnasked(shoot)) kind += `|${unrest(shoot)}`
  if (lastMaintenance !== undefined && lastMaintenance.state !== 'Succeeded') kind += `|last ${lastMaintenance.state}`
  if (shoot.versionBound !== undefined) {
    kind += `|${settingsText(shoot.versionBound)}`
    if (shoot.versionBound.featureGates !== undefined) kind += ` ${shoot.workers.map((worker) => worker.ownKubelet)}`
  }
  if (shoot.pendingWorkerUpdates.length > 0) {
    kind += `|pending ${shoot.workers.map(({ name }) => shoot.pendingWorkerUpdates.includes(name))}`
  }
  return kind
}

function unrest({ annotations, lastOperation, hibernated, sshAccess }: Shoot): string {
  return JSON.stringify([annotations, lastOperation, hibernated, sshAccess === false])
}

/** Which bindings there are decides, not how they are called: every shoot has its own. */
function settingsText({ secretBindingName, credentialsBindingName, ...settings }: VersionBoundSettings): string {
  const bindings = `${secretBindingName !== undefined} ${credentialsBindingName !== undefined}`
  return Object.keys(settings).length === 0 ? bindings : `${bindings} ${JSON.stringify(settings)}`
}

function keyOf({ state, settings, lastState }: Carried): string {
  const versions = `${state.kubernetes}|${state.pools.join(' ')}|${state.images.join(' ')}|${lastState}`
  return settings === undefined ? versions : `${versions}|${settingsText(settings)}`
}

const boundaryMemo = new WeakMap<CompiledProfile, Map<string, readonly Instant[]>>()

/** Those of Kubernetes and of the images that its pools use. */
function boundariesFor({ shoot, profile }: Subject): readonly Instant[] {
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
