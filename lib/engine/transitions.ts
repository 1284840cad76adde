import { keyOfCarried, type Numbers, versionsText } from './carried-key'
import { type CompiledProfile, countBelow } from './compile'
import { composed } from './compose'
import { type Decided, unchangedUntil } from './decide'
import { nextRotation, rotated } from './operations'
import { acceptedRun, attemptOf, type Carried, type Run, runMaintenance } from './run'
import { type Subject, subjectOf } from './subject'
import type { Instant, Shoot } from './types'

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

/** Shoots of one profile that differ in nothing but what they carry: once they carry the same, they go the same way. */
export interface Family {
  /** Any of them, at rest. */
  readonly rested: Subject
  /** The instants after which any stage may change for them. */
  readonly boundaries: readonly Instant[]
  /** At rest by what they carry; those that are not at rest by that and why. */
  readonly nodes: Map<string, TransitionNode>
  /** Numbers the versions in its keys. */
  readonly versions: Numbers
  /** By pool: the shoots that have this pool alone, no version-bound settings, and nothing pending. */
  readonly parts: () => readonly Family[]
  /** On an edited profile: the family on the profile as it is, to whose nodes its own lead. */
  readonly unedited?: Family
}

/** What a maintenance gives, and for how long. */
type Span = Pick<Transition, 'after' | 'until' | 'run'>

/** A shoot of a kind, with what it carries. */
export class TransitionNode {
  private transitions: readonly Transition[] = []

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
    const { shoot } = this.subject
    const { after, until, run } = this.fromParts(at) ?? this.asWhole(at)
    const settled = isAtRest(shoot) && !run.specChanged && (run.reported || !run.written)
    const transition = { after, until, run, settled, next: this.following(run, at) }
    const earlier = this.transitions.find((other) => other.until === until)
    if (earlier === undefined || shoot.autoRotation !== undefined) this.transitions = [...this.transitions, transition]
    else earlier.after = Math.min(earlier.after, after)
    return transition
  }

  /**
   * Most shoots have pools that others have too: what becomes of each alone is known then, and the maintenance of them
   * together is put together from that. Null where a pool is refused, which stops the others, or where more than pools
   * decides.
   */
  private fromParts(at: Instant): Span | null {
    const { subject, carried, family } = this
    const { state, settings } = carried
    if (subject !== family.rested || subject.shoot.pendingWorkerUpdates.length > 0) return null
    if (settings === undefined ? state.images.length < 2 : settings.featureGates !== undefined) return null
    const decided: Decided[] = []
    let after = Number.NEGATIVE_INFINITY
    let until = Number.POSITIVE_INFINITY
    for (const [pool, part] of family.parts().entries()) {
      const one = partOf(part, this.carried, pool).at(at)
      if (one.run.kind !== 'done' || one.run.decided === null || one.run.decided.brokenOff) return null
      decided.push(one.run.decided)
      after = Math.max(after, one.after)
      until = Math.min(until, one.until)
    }
    if (decided.length === 0) return null
    const attempt = attemptOf(subject.shoot, carried, composed(state, decided), at)
    return { after, until, run: acceptedRun(subject.shoot, carried, attempt) }
  }

  private asWhole(at: Instant): Span {
    const { subject, carried, family } = this
    const { boundaries } = family
    const run = runMaintenance(subject, carried, at)
    const epoch = countBelow(boundaries, at)
    const after = boundaries[epoch - 1] ?? Number.NEGATIVE_INFINITY
    return { run, after, until: this.validUntil(run, at, boundaries[epoch] ?? Number.POSITIVE_INFINITY) }
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
    return memberOf(family.unedited ?? family, keyOfCarried(family.versions, run.carried), () => run.carried)
  }
}

function partOf(part: Family, { state }: Carried, pool: number): TransitionNode {
  const { kubernetes } = state
  const own = state.pools[pool] ?? null
  const image = state.images[pool] ?? null
  return memberOf(part, `${kubernetes} ${part.versions.of(versionsText(own, image))}`, () => ({
    state: { kubernetes, pools: [own], images: [image] },
    settings: undefined,
    lastState: null,
  }))
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
