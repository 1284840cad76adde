import { type MemoizedProfile, MemoizedProfiles, type ShootClass, type ShootClasses } from '@/lib/engine/course'
import { boundariesIn, firstDay, lastDay, type Schedule, scheduleOf, sleepKey, sleepOf } from '@/lib/engine/rules'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { type ClusterForecast, nothingAhead, type Question, ScheduledForecast } from './cluster-forecast'
import { Digests } from './digest'
import { Merger } from './merged-plan'
import { type PartCourse, partCourseOf } from './part-course'
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
    const shootClass = this.classes.of(shoot)
    const through = this.windowsOf(shoot).of(shoot)
    const known = through.forecasts.get(shootClass)
    const isHeld = known?.holds(from, to) === true
    // Who sleeps by schedules is as it is at the instant of the question.
    const isAsIs = known?.sleep === null || known?.sleep.from === from
    if (known !== undefined && isHeld && isAsIs) return known
    if (through.question.from !== from || through.question.to !== to)
      through.question = { schedule: through.question.schedule, from, to, sleep: sleepOf(shoot, from) }
    const { question } = through
    if (known !== undefined && isHeld) {
      const again = known.for(question)
      through.forecasts.set(shootClass, again)
      return again
    }
    if (known === undefined) this.count++
    if (!this.plans.areFor(from, to)) this.plans = new Plans(this.profile, from, to, this.digests)
    const forecast = new ScheduledForecast(this.plans.of(shootClass, question.schedule, shoot), question)
    through.forecasts.set(shootClass, forecast)
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
  readonly forecasts: Map<ShootClass, ScheduledForecast>
}

/** What is ahead between two instants, found once per class of shoots and phase of windows. */
class Plans {
  private readonly phases: Phases
  /** By phase. */
  private readonly plans: Map<ShootClass, Plan>[]
  /** By phase; of shoots with one pool. */
  private readonly courses: Map<ShootClass, PartCourse | null>[]
  private readonly merger = new Merger()

  constructor(
    profile: MemoizedProfile,
    private readonly from: Instant,
    private readonly to: Instant,
    private readonly digests: Digests,
  ) {
    this.phases = new Phases(boundariesIn(profile), from, to)
    this.plans = Array.from({ length: this.phases.count }, () => new Map())
    this.courses = this.plans.map(() => new Map())
  }

  areFor(from: Instant, to: Instant): boolean {
    return this.from === from && this.to === to
  }

  of(shootClass: ShootClass, schedule: Schedule, shoot: Shoot): Plan {
    const plans = this.plans[this.phases.of(schedule)]
    let plan = plans?.get(shootClass)
    if (plan === undefined) {
      plan = this.merged(shootClass, shoot, schedule) ?? planOf(shootClass, shoot, this.from, this.to, this.digests)
      plans?.set(shootClass, plan)
    }
    return plan
  }

  /** Null: more than pools decides what is ahead. */
  private merged(shootClass: ShootClass, shoot: Shoot, schedule: Schedule): Plan | null {
    const parts = shootClass.split
    if (parts === null) return null
    const phase = this.phases.of(schedule)
    const courses = parts.map((part) => this.courseOf(part, shoot, phase))
    if (!courses.every((course) => course !== null)) return null
    const [first, last] = [firstDay(schedule, this.from), lastDay(schedule, this.to)]
    const { kubernetesVersion, lastMaintenance } = shootClass.example
    const start = { lastState: lastMaintenance?.state ?? null, kubernetes: kubernetesVersion, first, last }
    return { entries: this.merger.merged(courses, start), shootClass }
  }

  /** `shoot`: any of the phase. */
  private courseOf(part: ShootClass, shoot: Shoot, phase: number): PartCourse | null {
    const courses = this.courses[phase]
    let course = courses?.get(part)
    if (course === undefined) {
      const { from, to, digests } = this
      course = partCourseOf(part.node, shoot, { from, to, digests })
      courses?.set(part, course)
    }
    return course
  }
}
