import { type MemoizedProfile, MemoizedProfiles, type ShootClasses, type TransitionNode } from '@/lib/engine/course'
import { scheduleOf, sleepKey, sleepOf, windowOf } from '@/lib/engine/rules'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { ClassForecast, type ClusterForecast, nothingAhead, type Question } from './cluster-forecast'
import { Digests } from './digest'

/** So many forecasts of one profile are remembered; then it begins anew. */
const FORECASTS_LIMIT = 500_000

/** Looks ahead once per class of shoots and window, and remembers it for as long as it holds. */
export class FleetForecaster {
  private readonly digests = new Digests()
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

/** For the shoots that have one window, and sleep at the same times. */
interface WindowForecasts {
  /** The latest that was asked. */
  readonly question: Question
  readonly forecasts: Map<TransitionNode, ClassForecast>
}

/** For the shoots of one profile. */
class ProfileForecaster {
  private readonly classes: ShootClasses
  private readonly windows = new Map<string, WindowForecasts>()
  /** How many forecasts there are. */
  private count = 0

  constructor(
    profile: MemoizedProfile,
    private readonly digests: Digests,
  ) {
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

/** Shoots with equal ones are maintained at the same times. */
export function windowKey({ window }: Shoot): string {
  return window === undefined ? '' : `${window.begin} ${window.end}`
}
