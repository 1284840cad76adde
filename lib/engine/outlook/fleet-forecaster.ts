import { type MemoizedProfile, MemoizedProfiles, type ShootClasses, type TransitionNode } from '@/lib/engine/course'
import { boundariesIn, type Schedule, scheduleOf, sleepKey, sleepOf } from '@/lib/engine/rules'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { type ClusterForecast, nothingAhead, type Question, ScheduledForecast } from './cluster-forecast'
import { Digests } from './digest'
import { PerWindow } from './per-window'
import { Phases } from './phases'
import { type Plan, planOf } from './plan'

/** So many forecasts of one profile are remembered; then it begins anew. */
const FORECASTS_LIMIT = 500_000

/** Looks ahead once per class of shoots and window, and remembers it for as long as it holds. */
export class FleetForecaster {
  readonly digests = new Digests()
  private readonly known = new WeakMap<CloudProfile, ProfileForecaster>()

  constructor(readonly profiles = new MemoizedProfiles()) {}

  /** The forecast of a shoot between two instants. */
  between(from: Instant, to: Instant, shoot: Shoot, profile: CloudProfile): ClusterForecast {
    if (shoot.deletionTimestamp !== undefined) return nothingAhead
    let forecaster = this.known.get(profile)
    if (forecaster === undefined || forecaster.isFull) {
      forecaster = new ProfileForecaster(this.profiles.of(profile), this.digests)
      this.known.set(profile, forecaster)
    }
    return forecaster.between(from, to, shoot)
  }
}

/** For the shoots of one profile. */
class ProfileForecaster {
  private readonly classes: ShootClasses
  /** By when they sleep. */
  private readonly windows = new Map<string, PerWindow<WindowForecasts>>()
  /** How many forecasts there are. */
  private count = 0
  private plans: Plans

  constructor(
    private readonly profile: MemoizedProfile,
    private readonly digests: Digests,
  ) {
    this.classes = profile.classes
    this.plans = new Plans(profile, 0, 0, digests)
  }

  get isFull(): boolean {
    return this.count >= FORECASTS_LIMIT || this.classes.isFull
  }

  private windowsOf(shoot: Shoot): PerWindow<WindowForecasts> {
    const key = sleepKey(shoot)
    let found = this.windows.get(key)
    if (found === undefined) {
      found = newWindows()
      this.windows.set(key, found)
    }
    return found
  }

  between(from: Instant, to: Instant, shoot: Shoot): ClusterForecast {
    const node = this.classes.of(shoot)
    const through = this.windowsOf(shoot).of(shoot)
    const known = through.forecasts.get(node)
    const isHeld = known?.holds(from, to) === true
    // Who sleeps by schedules is as it is at the instant of the question.
    const isAsIs = known?.sleep === null || known?.sleep.from === from
    if (known !== undefined && isHeld && isAsIs) return known
    if (through.question.from !== from || through.question.to !== to)
      through.question = { schedule: through.question.schedule, from, to, sleep: sleepOf(shoot, from) }
    const { question } = through
    if (known !== undefined && isHeld) {
      const again = known.for(question)
      through.forecasts.set(node, again)
      return again
    }
    if (known === undefined) this.count++
    if (!this.plans.areFor(from, to)) this.plans = new Plans(this.profile, from, to, this.digests)
    const forecast = new ScheduledForecast(this.plans.of(node, question.schedule, shoot), question)
    through.forecasts.set(node, forecast)
    return forecast
  }
}

function newWindows(): PerWindow<WindowForecasts> {
  return new PerWindow((window) => {
    const schedule = scheduleOf(window, 'latestStart')
    return { question: { schedule, from: 0, to: 0, sleep: null }, forecasts: new Map() }
  })
}

/** For the shoots that have one window, and sleep at the same times. */
interface WindowForecasts {
  /** The latest that was asked. */
  question: Question
  readonly forecasts: Map<TransitionNode, ScheduledForecast>
}

/** What is ahead between two instants, found once per class of shoots and phase of windows. */
class Plans {
  private readonly phases: Phases
  /** By phase. */
  private readonly plans: Map<TransitionNode, Plan>[]

  constructor(
    profile: MemoizedProfile,
    private readonly from: Instant,
    private readonly to: Instant,
    private readonly digests: Digests,
  ) {
    this.phases = new Phases(boundariesIn(profile), from, to)
    this.plans = Array.from({ length: this.phases.count }, () => new Map())
  }

  areFor(from: Instant, to: Instant): boolean {
    return this.from === from && this.to === to
  }

  of(node: TransitionNode, schedule: Schedule, shoot: Shoot): Plan {
    const plans = this.plans[this.phases.of(schedule)]
    let plan = plans?.get(node)
    if (plan === undefined) {
      plan = planOf(node, shoot, this.from, this.to, this.digests)
      plans?.set(node, plan)
    }
    return plan
  }
}
