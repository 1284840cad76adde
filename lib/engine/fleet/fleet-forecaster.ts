import { type Kind, type Kinds, type MemoizedProfile, MemoizedProfiles, SequenceNumbers } from '@/lib/engine/course'
import { boundariesIn, firstDay, lastDay, type Schedule, scheduleOf } from '@/lib/engine/rules'
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

/** Looks ahead once per kind of shoots and window, and remembers it for as long as it holds. */
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
  private readonly kinds: Kinds
  private readonly windows = new PerWindow<WindowQuestion>((window, number) => {
    return { number, question: { schedule: scheduleOf(window, 'latestStart'), from: 0, to: 0 } }
  })
  /** Numbers kinds with windows. */
  private readonly places = new SequenceNumbers()
  private readonly forecasts: (ScheduledForecast | undefined)[] = []
  private plans: Plans

  constructor(
    private readonly profile: MemoizedProfile,
    private readonly digests: Digests,
  ) {
    this.kinds = profile.kinds
    this.plans = new Plans(profile, 0, 0, digests)
  }

  get isFull(): boolean {
    return this.forecasts.length >= FORECASTS_LIMIT || this.kinds.isFull
  }

  between(from: Instant, to: Instant, shoot: Shoot): ClusterForecast {
    const kind = this.kinds.numberOf(shoot)
    const through = this.windows.of(shoot)
    const place = this.places.with(kind, through.number)
    const known = this.forecasts[place]
    if (known?.holds(from, to)) return known
    if (!this.plans.areFor(from, to)) this.plans = new Plans(this.profile, from, to, this.digests)
    if (through.question.from !== from || through.question.to !== to)
      through.question = { schedule: through.question.schedule, from, to }
    const { question } = through
    const forecast = new ScheduledForecast(this.plans.of(this.kinds.at(kind), question.schedule, shoot), question)
    this.forecasts[place] = forecast
    return forecast
  }
}

/** For the shoots that have one window. */
interface WindowQuestion {
  readonly number: number
  /** The latest that was asked. */
  question: Question
}

/** What is ahead between two instants, found once per kind of shoots and phase of windows. */
class Plans {
  private readonly phases: Phases
  /** Numbers kinds with phases. */
  private readonly places = new SequenceNumbers()
  private readonly plans: (Plan | undefined)[] = []
  /** Of shoots with one pool. */
  private readonly courses: (PartCourse | null | undefined)[] = []
  private readonly merger = new Merger()

  constructor(
    profile: MemoizedProfile,
    private readonly from: Instant,
    private readonly to: Instant,
    private readonly digests: Digests,
  ) {
    this.phases = new Phases(boundariesIn(profile), from, to)
  }

  areFor(from: Instant, to: Instant): boolean {
    return this.from === from && this.to === to
  }

  of(kind: Kind, schedule: Schedule, shoot: Shoot): Plan {
    const place = this.places.with(kind.number, this.phases.of(schedule))
    let plan = this.plans[place]
    if (plan === undefined) {
      plan = this.merged(kind, shoot, schedule) ?? planOf(kind, shoot, this.from, this.to, this.digests)
      this.plans[place] = plan
    }
    return plan
  }

  /** Null: more than pools decides what is ahead. */
  private merged(kind: Kind, shoot: Shoot, schedule: Schedule): Plan | null {
    const parts = kind.split
    if (parts === null) return null
    const phase = this.phases.of(schedule)
    const courses = parts.map((part) => this.courseOf(part, shoot, phase))
    if (!courses.every((course) => course !== null)) return null
    const [first, last] = [firstDay(schedule, this.from), lastDay(schedule, this.to)]
    const { kubernetesVersion, lastMaintenance } = kind.example
    const start = { lastState: lastMaintenance?.state ?? null, kubernetes: kubernetesVersion, first, last }
    return { entries: this.merger.merged(courses, start), kind }
  }

  /** `shoot`: any of the phase. */
  private courseOf(part: Kind, shoot: Shoot, phase: number): PartCourse | null {
    const place = this.places.with(part.number, phase)
    let course = this.courses[place]
    if (course === undefined) {
      const { from, to, digests, merger } = this
      course = partCourseOf(part.node, shoot, { from, to, digests, numberOf: merger.numberOf })
      this.courses[place] = course
    }
    return course
  }
}
