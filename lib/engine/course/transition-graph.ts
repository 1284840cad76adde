import { madeOnce } from '@/lib/engine/grouped'
import {
  blockedRotation,
  type CarriedState,
  type CompiledProfile,
  carriedBy,
  countBelow,
  type HibernationTimes,
  isReadyForRotation,
  isUnasked,
  type MaintenanceRun,
  type MaintenanceSubject,
  nextRotation,
  rotated,
  runMaintenance,
  sleepOf,
  subjectOf,
} from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import {
  atRest,
  isAtRest,
  keyOfCarried,
  type PoolClasses,
  specKey,
  stillAsked,
  TextNumbers,
  unrestKey,
} from './class-keys'
import { type MemoizedPicker, WatchedPicker } from './memoized-picker'

/** Finds the nodes of the shoots of one profile: shoots with the same future share a node, whatever their names and windows are. */
export class TransitionGraph {
  private readonly spaces = new Map<string, StateSpace>()
  private readonly versions = new TextNumbers()
  private found = 0

  constructor(
    private readonly profile: CompiledProfile,
    private readonly pools: PoolClasses,
    private readonly picker: MemoizedPicker,
  ) {}

  /** The number of nodes. */
  get size(): number {
    return this.found
  }

  /** The node of a shoot as it is now, without automatic rotations. */
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

  /** The node of a shoot as it is at `from`, with its automatic rotations: no two shoots have the same future then, so it is not shared. */
  ownNodeOf(shoot: Shoot, from: Instant): TransitionNode {
    const space = { ...this.newSpace(shoot), rotates: true, sleep: sleepOf(shoot, from) }
    return new TransitionNode(subjectOf(shoot, this.profile), carriedBy(shoot), space)
  }

  private spaceOf(shoot: Shoot): StateSpace {
    return madeOnce(this.spaces, specKey(shoot, this.pools), () => this.newSpace(shoot))
  }

  private newSpace(shoot: Shoot): StateSpace {
    const rested = subjectOf(withBlockedRotation(atRest(shoot)), this.profile)
    return {
      rested,
      rotates: false,
      sleep: null,
      picker: this.picker,
      boundaries: this.picker.boundariesFor(rested.shoot),
      nodes: new Map(),
      versions: this.versions,
    }
  }
}

/** The shoot with only the automatic rotation that cannot begin: only this one decides anything about versions. */
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

/**
 * How shoots of one class move on. The outcome of a maintenance depends on what the shoot carries and on the stages of the
 * versions in its profile, but not on its name or window: so every shoot with the same profile, versions, pools and flags
 * walks through the same nodes, and each transition is computed once.
 */
export interface MaintenanceTransition {
  /** The transition is the same for every maintenance strictly after `after` and up to `until`. */
  after: Instant
  readonly until: Instant
  readonly run: MaintenanceRun
  readonly next: TransitionNode
  /** The next maintenance up to `until` finds everything as this one did and comes out the same. */
  readonly settled: boolean
  /** The transition of the same node that was computed before this one. */
  readonly earlier: MaintenanceTransition | null
}

/** Shoots of one profile that differ only in the state that they carry. Once they carry the same state, they have the same future. */
interface StateSpace {
  /** Any of these shoots, at rest. */
  readonly rested: MaintenanceSubject
  /** Whether automatic rotations are foreseen: then nodes are not shared, and each maintenance leads to a node of its own. */
  readonly rotates: boolean
  /** When the shoot sleeps, if that decides which rotations begin; null: it does not, or no rotation is foreseen. */
  readonly sleep: HibernationTimes | null
  /** The picker of their profile. */
  readonly picker: MemoizedPicker
  /** The instants after which the stage of a version that they use may change. */
  readonly boundaries: readonly Instant[]
  /** Nodes at rest by the state that they carry; others by that state and the reason why they are not at rest. */
  readonly nodes: Map<string, TransitionNode>
  /** The numbers of versions in the keys. */
  readonly versions: TextNumbers
}

/** The shoots of a class that carry the same state. */
export class TransitionNode {
  private latest: MaintenanceTransition | null = null
  constructor(
    readonly subject: MaintenanceSubject,
    readonly carried: CarriedState,
    readonly space: StateSpace,
  ) {}

  /** What a maintenance at the instant does. */
  at(at: Instant): MaintenanceTransition {
    for (let known = this.latest; known !== null; known = known.earlier) {
      if (known.after < at && at <= known.until) return known
    }
    return this.computedAt(at)
  }

  /** The shoot asleep or awake as it is then: the controller begins no rotation of the etcd encryption key of a shoot that is to sleep. */
  private subjectAt(at: Instant): MaintenanceSubject {
    const { subject, space } = this
    const hibernated = space.sleep?.isAsleepAt(at) ?? subject.shoot.hibernated
    return hibernated === subject.shoot.hibernated
      ? subject
      : subjectOf({ ...subject.shoot, hibernated }, subject.profile)
  }

  private computedAt(at: Instant): MaintenanceTransition {
    const { carried, space } = this
    const subject = this.subjectAt(at)
    const { shoot } = subject
    const { boundaries } = space
    const picker = new WatchedPicker(space.picker)
    const run = runMaintenance(subject, carried, at, picker)
    const epoch = countBelow(boundaries, at)
    const after = boundaries[epoch - 1] ?? Number.NEGATIVE_INFINITY
    const until = this.validUntil(run, at, picker, boundaries[epoch] ?? Number.POSITIVE_INFINITY)
    const settled = isAtRest(shoot) && !run.specChanged && (run.reported || !run.written) && !rotates(run)
    let same = this.latest
    while (same !== null && same.until !== until) same = same.earlier
    if (same !== null && !space.rotates) {
      same.after = Math.min(same.after, after)
      return same
    }
    this.latest = { after, until, run, settled, next: this.following(run, at), earlier: this.latest }
    return this.latest
  }

  /** Until when a run stays the same. Whether the API server accepts a change depends on the stages of its targets; else only decisions count. */
  private validUntil(run: MaintenanceRun, at: Instant, picker: WatchedPicker, nextBoundary: Instant): Instant {
    const { subject, carried, space } = this
    const attempted = run.decided !== null && run.decided.next !== carried.state
    const until = attempted || run.error !== null ? nextBoundary : picker.unchangedUntil
    if (subject.shoot.autoRotation === undefined) return until
    // Just before it falls asleep or wakes up: from then on it may come out otherwise.
    const changes = space.sleep === null ? Number.POSITIVE_INFINITY : space.sleep.changesAfter(at) - 1
    return Math.min(until, changes, nextRotation({ ...subject.shoot, hibernated: false }, at))
  }

  private following(run: MaintenanceRun, at: Instant): TransitionNode {
    const { space } = this
    const { shoot, profile } = this.subject
    const asked = run.carried.asked === undefined ? null : stillAsked(shoot, run.carried.asked)
    if (space.rotates) {
      const rested = asked ?? atRest(shoot)
      // What is reported as started did not start if no operation was written.
      const { hibernated } = this.subjectAt(at).shoot
      const next =
        run.started.length > 0 ? { ...rotated({ ...rested, hibernated }, at), hibernated: rested.hibernated } : rested
      return new TransitionNode(subjectOf(next, profile), run.carried, space)
    }
    if (asked !== null) return askedNode(space, run.carried, asked)
    if (isAtRest(shoot) && run.carried === this.carried) return this
    return memberOf(space, run.carried)
  }
}

/** Whether it begins a rotation of credentials, which the next maintenance finds completed. */
function rotates({ kind, rotations }: MaintenanceRun): boolean {
  return kind === 'done' && rotations.some(({ started }) => started)
}

/** The node of a shoot that failed or is asked for an operation, without automatic rotations that can begin. */
function askedNode(space: StateSpace, carried: CarriedState, shoot: Shoot): TransitionNode {
  const key = `${keyOfCarried(space.versions, carried)}|${unrestKey(shoot)}`
  return madeOnce(space.nodes, key, () => {
    return new TransitionNode(subjectOf(shoot, space.rested.profile), carried, space)
  })
}

/** The node of a space that carries this state. */
function memberOf(space: StateSpace, carried: CarriedState): TransitionNode {
  const key = keyOfCarried(space.versions, carried)
  return madeOnce(space.nodes, key, () => new TransitionNode(space.rested, carried, space))
}
