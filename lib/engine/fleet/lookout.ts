import { type CompiledProfile, compileProfile } from '@/lib/engine/compile'
import { type Kind, kindFor, PlainKind } from '@/lib/engine/kinds'
import { windowOf } from '@/lib/engine/maintain'
import { firstDay, lastDay, type Schedule, scheduleOf } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import type { DailyWindow } from '@/lib/engine/window'
import { minorText } from './digest'
import { Merger } from './merged-plan'
import { nothingAhead, type Outlook, type Question, ScheduledOutlook } from './outlook'
import { type PartCourse, partCourseOf } from './part-course'
import { Phases } from './phases'
import { type Plan, planOf } from './plan'

/** So many outlooks of one profile are remembered; then it begins anew. */
const OUTLOOKS_LIMIT = 500_000

/** Looks ahead once per kind of shoots and window, and remembers it for as long as it holds. */
export class Lookout {
  private readonly known = new WeakMap<CloudProfile, ProfileLookout>()

  /** The outlook of a shoot between two instants. */
  between(from: Instant, to: Instant, shoot: Shoot, profile: CloudProfile): Outlook {
    if (shoot.deletionTimestamp !== undefined) return nothingAhead
    let lookout = this.known.get(profile)
    if (lookout === undefined || lookout.size >= OUTLOOKS_LIMIT) {
      lookout = new ProfileLookout(compileProfile(profile))
      this.known.set(profile, lookout)
    }
    return lookout.between(from, to, shoot)
  }
}

/** For the shoots of one profile. */
class ProfileLookout {
  size = 0
  private readonly byWindow = new Map<DailyWindow, WindowLookout>()
  private plans: Plans

  constructor(private readonly profile: CompiledProfile) {
    this.plans = new Plans(profile, 0, 0)
  }

  between(from: Instant, to: Instant, shoot: Shoot): Outlook {
    const kind = kindFor(shoot, this.profile)
    const window = windowOf(shoot)
    let through = this.byWindow.get(window)
    if (through === undefined) {
      through = { question: { schedule: scheduleOf(window, 'latestStart'), from, to }, outlooks: new Map() }
      this.byWindow.set(window, through)
    }
    const { outlooks } = through
    const known = outlooks.get(kind)
    if (known?.holds(from, to)) return known
    if (!this.plans.areFor(from, to)) this.plans = new Plans(this.profile, from, to)
    if (through.question.from !== from || through.question.to !== to)
      through.question = { schedule: through.question.schedule, from, to }
    const { question } = through
    const outlook = new ScheduledOutlook(this.plans.of(kind, question.schedule, shoot), question)
    if (known === undefined) this.size++
    outlooks.set(kind, outlook)
    return outlook
  }
}

/** For the shoots that have one window. */
interface WindowLookout {
  /** The latest that was asked. */
  question: Question
  readonly outlooks: Map<Kind, ScheduledOutlook>
}

/** What is ahead between two instants, found once per kind of shoots and phase of windows. */
class Plans {
  private readonly phases: Phases
  private readonly byPhase: PhasePlans[] = []
  private readonly merger = new Merger()

  constructor(
    profile: CompiledProfile,
    private readonly from: Instant,
    private readonly to: Instant,
  ) {
    const tables = [profile.kubernetes, ...profile.images.map(({ table }) => table)]
    this.phases = new Phases(
      tables.flatMap(({ boundaries }) => boundaries),
      from,
      to,
    )
  }

  areFor(from: Instant, to: Instant): boolean {
    return this.from === from && this.to === to
  }

  of(kind: Kind, schedule: Schedule, shoot: Shoot): Plan {
    const phase = this.phases.of(schedule)
    this.byPhase[phase] ??= { plans: new Map(), courses: new Map() }
    const { plans, courses } = this.byPhase[phase]
    let plan = plans.get(kind)
    if (plan === undefined) {
      plan = this.merged(kind, shoot, schedule, courses) ?? planOf(kind, shoot, this.from, this.to)
      plans.set(kind, plan)
    }
    return plan
  }

  /** Null: more than pools decides what is ahead. */
  private merged(kind: Kind, shoot: Shoot, schedule: Schedule, known: PhasePlans['courses']): Plan | null {
    if (!(kind instanceof PlainKind)) return null
    const parts = kind.split
    if (parts === null) return null
    const { from, to } = this
    const courses: PartCourse[] = []
    for (const part of parts) {
      let course = known.get(part)
      if (course === undefined) {
        course = partCourseOf(part, shoot, { from, to, numberOf: this.merger.numberOf })
        known.set(part, course)
      }
      if (course === null) return null
      courses.push(course)
    }
    const [first, last] = [firstDay(schedule, from), lastDay(schedule, to)]
    const { kubernetesVersion, lastMaintenance } = kind.example
    const start = { lastState: lastMaintenance?.state ?? null, minor: minorText(kubernetesVersion), first, last }
    return { entries: this.merger.merged(courses, start), kind }
  }
}

/** For windows of one phase. */
interface PhasePlans {
  readonly plans: Map<Kind, Plan>
  /** Of shoots with one pool. */
  readonly courses: Map<TransitionNode, PartCourse | null>
}
