import {
  acceptedRun,
  attemptOf,
  type CarriedState,
  countBelow,
  type Decided,
  nextRotation,
  type Run,
  rotated,
  runMaintenance,
  type State,
  type Subject,
  subjectOf,
} from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { carriedKey, keyOfCarried, numbersOf, type TextNumbers } from './class-keys'
import { ComposedRun, composed } from './compose'
import { type MemoizedPicker, WatchedPicker } from './memoized-picker'

/**
 * How shoots of one class move on. The outcome of a maintenance depends on what the shoot carries and on the stages of the
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
  /** The one of its node that was computed before it. */
  readonly earlier: Transition | null
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
export interface StateSpace {
  /** Any of them, at rest. */
  readonly rested: Subject
  /** Of their profile. */
  readonly picker: MemoizedPicker
  /** The instants after which any stage may change for them. */
  readonly boundaries: () => readonly Instant[]
  /** At rest by what they carry; those that are not at rest by that and why. */
  readonly nodes: Map<string, TransitionNode>
  /** Numbers the versions in its keys. */
  readonly versions: TextNumbers
  /** By pool: the shoots that have this pool alone, no version-bound settings, and nothing pending. */
  readonly parts: () => readonly StateSpace[]
  /** On an edited profile: the space on the profile as it is, to whose nodes its own lead. */
  readonly unedited?: StateSpace
}

const NO_STEPS: readonly Transition[] = []

/** A shoot of a class, with what it carries. */
export class TransitionNode {
  private latest: Transition | null = null
  /** Of what it carries. */
  readonly lastState: CarriedState['lastState']

  constructor(
    readonly subject: Subject,
    /** Whatever knows what the shoot carries: the maintenance that led here, or somebody else. */
    private readonly origin: { readonly carried: CarriedState },
    readonly space: StateSpace,
    /** Within the space. */
    readonly key: string,
    /** By pool: the shoot that has this pool alone; null: not looked up yet. */
    private parts: readonly TransitionNode[] | null = null,
  ) {
    this.lastState = origin instanceof ComposedRun ? origin.lastState : origin.carried.lastState
  }

  get carried(): CarriedState {
    return this.origin.carried
  }

  /** What a maintenance at the instant does. */
  at(at: Instant): Transition {
    for (let known = this.latest; known !== null; known = known.earlier) {
      if (known.after < at && at <= known.until) return known
    }
    return this.fromParts(at) ?? this.asWhole(at)
  }

  /**
   * Most shoots have pools that others have too: what becomes of each alone is known then, and the maintenance of them
   * together is put together from that. Null where a pool is refused, which stops the others, or where more than pools
   * decides.
   */
  private fromParts(at: Instant): Transition | null {
    const parts = this.alone
    if (parts === null) return null
    let after = Number.NEGATIVE_INFINITY
    let until = Number.POSITIVE_INFINITY
    let isEventful = false
    for (const part of parts) {
      const one = part.at(at)
      const { kind, decided, specChanged, reported } = one.run
      if (kind !== 'done' || decided === null || decided.brokenOff) return null
      if (specChanged || reported) isEventful = true
      if (one.after > after) after = one.after
      if (one.until < until) until = one.until
    }
    const steps = isEventful || this.hasSettings ? parts.map((part) => part.at(at)) : NO_STEPS
    const runs = steps.map(({ run }) => run)
    const run = this.hasSettings ? this.composedWithSettings(runs, at) : new ComposedRun(this, parts, runs)
    return this.remembered(at, after, until, run, steps)
  }

  /** By pool: the shoot that has this pool alone; null where more than pools decides, or one pool is all there is. */
  get alone(): readonly TransitionNode[] | null {
    const { subject, space } = this
    const { workers, pendingWorkerUpdates } = subject.shoot
    if (subject !== space.rested || pendingWorkerUpdates.length > 0 || workers.length === 0) return null
    if (this.hasSettings ? this.carried.settings?.featureGates !== undefined : workers.length < 2) return null
    this.parts ??= space.parts().map((part, pool) => partOf(part, this.carried.state, pool))
    return this.parts
  }

  /**
   * As `alone`, but the first with the version-bound settings as well: between them they have all that happens. Null also where
   * a write drops something.
   */
  get split(): readonly TransitionNode[] | null {
    const parts = this.alone
    if (parts === null || !this.hasSettings) return parts
    const [space] = this.space.parts()
    const [first, ...others] = parts
    const { settings, dropped } = this.carried
    if (space === undefined || first === undefined || dropped !== undefined) return null
    const carried: CarriedState = { ...first.carried, settings }
    return [memberOf(space, keyOfCarried(space.versions, carried), { carried }), ...others]
  }

  /** Version-bound ones: what becomes of them is not about pools. */
  get hasSettings(): boolean {
    return !(this.origin instanceof ComposedRun) && this.origin.carried.settings !== undefined
  }

  private composedWithSettings(runs: readonly Run[], at: Instant): Run {
    const { subject, carried } = this
    const decided = composed(
      carried.state,
      runs.flatMap((run): Decided[] => (run.decided === null ? [] : [run.decided])),
    )
    return acceptedRun(subject.shoot, carried, attemptOf(subject.shoot, carried, decided, at))
  }

  private asWhole(at: Instant): Transition {
    const { subject, carried, space } = this
    const boundaries = space.boundaries()
    const picker = new WatchedPicker(space.picker)
    const run = runMaintenance(subject, carried, at, picker)
    const epoch = countBelow(boundaries, at)
    const after = boundaries[epoch - 1] ?? Number.NEGATIVE_INFINITY
    const until = this.validUntil(run, at, picker, boundaries[epoch] ?? Number.POSITIVE_INFINITY)
    return this.remembered(at, after, until, run, null)
  }

  /** `parts`: by pool, the same for the shoots that have this pool alone; none where nothing happens to any; null: not known. */
  private remembered(
    at: Instant,
    after: Instant,
    until: Instant,
    run: Run,
    parts: readonly Transition[] | null,
  ): Transition {
    const { shoot } = this.subject
    const settled = isAtRest(shoot) && !run.specChanged && (run.reported || !run.written) && !rotates(run)
    const next = this.following(run, at, parts)
    let same = this.latest
    while (same !== null && same.until !== until) same = same.earlier
    if (same !== null && shoot.autoRotation === undefined) {
      same.after = Math.min(same.after, after)
      return same
    }
    this.latest = { after, until, run, settled, next, earlier: this.latest }
    return this.latest
  }

  /** What the API server accepts of a change depends on the stages of its targets; without a change only decisions matter. */
  private validUntil(run: Run, at: Instant, picker: WatchedPicker, nextBoundary: Instant): Instant {
    const { subject, carried } = this
    const attempted = run.decided !== null && run.decided.next !== carried.state
    const until = attempted || run.error !== null ? nextBoundary : picker.unchangedUntil(at)
    return subject.shoot.autoRotation === undefined ? until : Math.min(until, nextRotation(subject.shoot, at))
  }

  private following(run: Run, at: Instant, parts: readonly Transition[] | null): TransitionNode {
    const { space } = this
    const { shoot, profile } = this.subject
    if (shoot.autoRotation !== undefined) {
      const rested = atRest(shoot)
      const next = run.kind === 'done' ? rotated(rested, at) : rested
      return new TransitionNode(subjectOf(next, profile), run, space, '')
    }
    const staysSame = run instanceof ComposedRun ? run.staysSame : run.carried === this.carried
    if (isAtRest(shoot) && staysSame) return this
    const nextParts = parts?.length === 0 ? this.parts : (parts?.map(({ next }) => next) ?? null)
    const key = keyAfter(run, space.versions, nextParts)
    // A part that stays as it is stays on the edited profile, while what follows is on the profile as it is.
    if (space.unedited !== undefined) return memberOf(space.unedited, key, run)
    return memberOf(space, key, run, nextParts)
  }

  private number = -1

  /** Of a shoot with one pool: which versions the pool has. */
  get poolNumber(): number {
    if (this.number < 0) this.number = numbersOf(this.space.versions, this.carried.state)[0] ?? 0
    return this.number
  }
}

/** Whether it begins a rotation of credentials, which the next maintenance finds completed. */
function rotates({ kind, rotations }: Run): boolean {
  return kind === 'done' && rotations.some(({ started }) => started)
}

/** Of what shoots carry after a maintenance; `parts`: by pool, what the shoots with this pool alone become. */
function keyAfter(run: Run, versions: TextNumbers, parts: readonly TransitionNode[] | null): string {
  const [first] = parts ?? []
  if (parts === null || first === undefined) return keyOfCarried(versions, run.carried)
  const numbers = parts.map((part) => part.poolNumber)
  const { kubernetes } = first.carried.state
  if (run instanceof ComposedRun) return carriedKey(kubernetes, numbers, run.lastState, undefined)
  return carriedKey(kubernetes, numbers, run.carried.lastState, run.carried.settings)
}

function partOf(part: StateSpace, { kubernetes, pools, images }: State, pool: number): TransitionNode {
  const state = { kubernetes, pools: [pools[pool] ?? null], images: [images[pool] ?? null] }
  const carried: CarriedState = { state, settings: undefined, lastState: null }
  return memberOf(part, keyOfCarried(part.versions, carried), { carried })
}

/** The node of the space that carries this; `origin` knows what that is. */
export function memberOf(
  space: StateSpace,
  key: string,
  origin: { readonly carried: CarriedState },
  parts: readonly TransitionNode[] | null = null,
): TransitionNode {
  let node = space.nodes.get(key)
  if (node === undefined) {
    node = new TransitionNode(space.rested, origin, space, key, parts)
    space.nodes.set(key, node)
  }
  return node
}
