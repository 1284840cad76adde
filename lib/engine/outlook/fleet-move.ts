import {
  actsBetween,
  foreseeFrom,
  type MemoizedProfile,
  type MemoizedProfiles,
  type Move,
  movedOn,
  type ShootClasses,
  shootWith,
  type TransitionNode,
  windowsOf,
  workerOn,
} from '@/lib/engine/course'
import type { CarriedState, Schedule, Sleep } from '@/lib/engine/rules'
import { blockedRotation, isUnasked, scheduleOf, sleepKey, sleepOf, sleptOn, windowOf } from '@/lib/engine/rules'
import type { CloudProfile, Shoot, Worker } from '@/lib/engine/types'
import { windowKey } from './fleet-forecaster'

/**
 * Moves all shoots of a landscape on, as `movedOn` does with one: what they come to is found once per class of shoots and
 * window. What only a page about a single cluster tells is left to `movedOn`: the words of its last maintenance, and when
 * credentials were rotated. A shoot that nothing happens to stays the same object, and so do pools.
 */
export class FleetMove {
  private readonly moves = new Map<CloudProfile, ProfileMove>()
  private readonly sleeps = new Map<string, Sleep | null>()

  constructor(
    private readonly move: Move,
    private readonly profiles: MemoizedProfiles,
  ) {}

  private sleepOf(shoot: Shoot): Sleep | null {
    const key = sleepKey(shoot)
    let sleep = this.sleeps.get(key)
    if (sleep === undefined) {
      sleep = sleepOf(shoot, this.move.from)
      this.sleeps.set(key, sleep)
    }
    return sleep
  }

  of(shoot: Shoot, profile: CloudProfile): Shoot {
    if (shoot.deletionTimestamp !== undefined) return shoot
    if (blockedRotation(shoot) !== undefined) return movedOn(shoot, this.profiles.of(profile), this.move)
    let known = this.moves.get(profile)
    if (known === undefined) {
      known = new ProfileMove(this.profiles.of(profile), this.move)
      this.moves.set(profile, known)
    }
    const { hibernated, asleep } = sleptOn(shoot, this.sleepOf(shoot), this.move.to)
    const moved = known.of(shoot)
    if (moved.hibernated === hibernated && moved.asleep === asleep) return moved
    const { asleep: _, ...others } = moved
    return { ...others, hibernated, ...(asleep && { asleep }) }
  }
}

/** What the shoots that have one window come to. */
interface WindowEnds {
  readonly schedule: Schedule
  readonly ends: Map<TransitionNode, CarriedState>
}

/** For the shoots of one profile. */
class ProfileMove {
  private readonly classes: ShootClasses
  private readonly windows = new Map<string, WindowEnds>()
  /** By the pool before, and its versions after. */
  private readonly pools = new Map<Worker, Map<string, Worker>>()

  constructor(
    profile: MemoizedProfile,
    private readonly move: Move,
  ) {
    this.classes = profile.classes
  }

  of(shoot: Shoot): Shoot {
    const { schedule, ends } = this.windowOf(shoot)
    if (!actsBetween(schedule, this.move)) return shoot
    const node = this.classes.of(shoot)
    const end = ends.get(node) ?? foreseeFrom(node, shoot, { schedule, ...windowsOf(this.move) }).final
    ends.set(node, end)
    if (end === node.carried && isUnasked(shoot) && shoot.lastOperation?.state === 'Succeeded') return shoot
    return shootWith(shoot, end, this.poolOn)
  }

  private windowOf(shoot: Shoot): WindowEnds {
    const key = windowKey(shoot)
    let window = this.windows.get(key)
    if (window === undefined) {
      window = { schedule: scheduleOf(windowOf(shoot), 'latestStart'), ends: new Map() }
      this.windows.set(key, window)
    }
    return window
  }

  /** Equal pools are one object before: they are one afterwards. */
  private readonly poolOn: typeof workerOn = (worker, kubernetesVersion, version) => {
    let known = this.pools.get(worker)
    if (known === undefined) {
      known = new Map()
      this.pools.set(worker, known)
    }
    const key = `${kubernetesVersion} ${version}`
    const same = known.get(key)
    if (same !== undefined) return same
    const later = workerOn(worker, kubernetesVersion, version)
    known.set(key, later)
    return later
  }
}
