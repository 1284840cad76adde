import {
  actsBetween,
  foreseeFrom,
  type MemoizedProfile,
  MemoizedProfiles,
  movedOn,
  type ShootClasses,
  shootWith,
  type TransitionNode,
  windowsOf,
  workerOn,
} from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import {
  blockedRotation,
  type CarriedState,
  type HibernationTimes,
  isUnasked,
  type MaintenanceSchedule,
  scheduleOf,
  sleepKey,
  sleepOf,
  sleptOn,
  windowOf,
} from '@/lib/engine/rules'
import type { CloudProfile, Instant, Period, Shoot, Worker } from '@/lib/engine/types'
import { ClassForecast, type ClusterForecast, type ForecastQuestion, nothingAhead } from './cluster-forecast'
import { MaintenanceDigests } from './digest'

/** How many forecasts of one profile are remembered before it begins anew. */
const FORECASTS_LIMIT = 500_000

/** Makes one forecast for each class of shoots and window, and remembers it for as long as it holds. */
export class Forecaster {
  private readonly known = new WeakMap<CloudProfile, ProfileForecaster>()

  constructor(readonly profiles = new MemoizedProfiles()) {}

  /** The forecast of a shoot between two instants. */
  between(from: Instant, to: Instant, shoot: Shoot, profile: CloudProfile): ClusterForecast {
    if (shoot.deletionTimestamp !== undefined) return nothingAhead
    let forecaster = this.known.get(profile)
    if (forecaster === undefined || forecaster.isFull) {
      forecaster = new ProfileForecaster(this.profiles.of(profile))
      this.known.set(profile, forecaster)
    }
    return forecaster.between(from, to, shoot)
  }
}

/** The forecasts of shoots with the same window and the same times of sleep. */
interface WindowForecasts {
  /** The latest question. */
  readonly question: ForecastQuestion
  readonly forecasts: Map<TransitionNode, ClassForecast>
}

/** The forecasts of the shoots of one profile. */
class ProfileForecaster {
  private readonly classes: ShootClasses
  private readonly windows = new Map<string, WindowForecasts>()
  private readonly digests = new MaintenanceDigests()
  /** How many forecasts there are. */
  private count = 0

  constructor(profile: MemoizedProfile) {
    this.classes = profile.classes
  }

  get isFull(): boolean {
    return this.count >= FORECASTS_LIMIT || this.classes.isFull
  }

  between(from: Instant, to: Instant, shoot: Shoot): ClusterForecast {
    const node = this.classes.of(shoot)
    const { question, forecasts } = this.windowOf(from, to, shoot)
    const known = forecasts.get(node)
    if (known?.holds(from, to)) return known
    if (known === undefined) this.count++
    const forecast = new ClassForecast(node, shoot, question, this.digests)
    forecasts.set(node, forecast)
    return forecast
  }

  private windowOf(from: Instant, to: Instant, shoot: Shoot): WindowForecasts {
    const key = `${windowKey(shoot)} ${sleepKey(shoot)}`
    let window = this.windows.get(key)
    if (window === undefined || window.question.from !== from || window.question.to !== to) {
      const schedule = window?.question.schedule ?? scheduleOf(windowOf(shoot), 'latestStart')
      const question = { schedule, sleep: sleepOf(shoot, from), from, to }
      window = { question, forecasts: window?.forecasts ?? new Map() }
      this.windows.set(key, window)
    }
    return window
  }
}

/** Shoots with equal keys are maintained at the same times. */
function windowKey({ window }: Shoot): string {
  return window === undefined ? '' : `${window.begin} ${window.end}`
}

/**
 * Moves all shoots of a landscape on to a later instant, as `movedOn` does with one shoot. The result is computed once for each class of
 * shoots and window. What only the page of a cluster tells is left to `movedOn`: the words of its last maintenance, and when credentials
 * were rotated. A shoot to which nothing happens stays the same object, and so do pools.
 */
export class ShootMover {
  private readonly sleeps = new Map<string, HibernationTimes | null>()
  private readonly windows = new Map<string, WindowEnds>()
  /** Pools after the move, by the pool before and its versions after. */
  private readonly pools = new Map<Worker, Map<string, Worker>>()

  constructor(
    private readonly move: Period,
    private readonly profiles: MemoizedProfiles,
  ) {}

  of(shoot: Shoot, source: CloudProfile): Shoot {
    if (shoot.deletionTimestamp !== undefined) return shoot
    const profile = this.profiles.of(source)
    if (blockedRotation(shoot) !== undefined) return movedOn(shoot, profile, this.move)
    const { hibernated, asleep } = sleptOn(shoot, this.sleepOf(shoot), this.move.to)
    const moved = this.maintained(shoot, profile)
    if (moved.hibernated === hibernated && moved.asleep === asleep) return moved
    const { asleep: _, ...others } = moved
    return { ...others, hibernated, ...(asleep && { asleep }) }
  }

  private maintained(shoot: Shoot, { classes }: MemoizedProfile): Shoot {
    const { schedule, ends } = this.windowOf(shoot)
    if (!actsBetween(schedule, this.move)) return shoot
    const node = classes.of(shoot)
    const end = madeOnce(ends, node, () => foreseeFrom(node, shoot, { schedule, ...windowsOf(this.move) }).final)
    if (end === node.carried && isUnasked(shoot) && shoot.lastOperation?.state === 'Succeeded') return shoot
    return shootWith(shoot, end, this.poolOn)
  }

  private sleepOf(shoot: Shoot): HibernationTimes | null {
    return madeOnce(this.sleeps, sleepKey(shoot), () => sleepOf(shoot, this.move.from))
  }

  private windowOf(shoot: Shoot): WindowEnds {
    return madeOnce(this.windows, windowKey(shoot), () => {
      return { schedule: scheduleOf(windowOf(shoot), 'latestStart'), ends: new Map() }
    })
  }

  /** Pools that share an object before the move share one after it. */
  private readonly poolOn: typeof workerOn = (worker, kubernetesVersion, version) => {
    const known = madeOnce(this.pools, worker, () => new Map<string, Worker>())
    return madeOnce(known, `${kubernetesVersion} ${version}`, () => workerOn(worker, kubernetesVersion, version))
  }
}

/** The ends of the shoots with one window, of all profiles: each profile has nodes of its own. */
interface WindowEnds {
  readonly schedule: MaintenanceSchedule
  readonly ends: Map<TransitionNode, CarriedState>
}
