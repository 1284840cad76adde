import { type AutoUpdate, adviceFor, autoUpdatesOf, kindOf, type OwnerRemedy } from '@/lib/engine/advice'
import {
  doneStep,
  type ForeseenMaintenances,
  forecast,
  foresee,
  type MemoizedProfile,
  movedOn,
  withFirstRotations,
} from '@/lib/engine/course'
import { type DeadEnd, deadEndsOf, type FailingNow, failingNow, overdueOf } from '@/lib/engine/explain/obstacles'
import {
  type ClusterForecast,
  type ForecastEvent,
  isOfKind,
  type MaintenanceDigest,
  nothingAhead,
} from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Instant, Period, Shoot } from '@/lib/engine/types'
import { objectIn } from '@/lib/garden/changes'
import { profileKey } from '@/lib/garden/garden'
import { type ClusterEvent, clusterEvent } from './event'
import { type Landscape, memoizedProfile } from './landscape'
import { clusterLanes } from './lanes'
import { profilesFor } from './offers'
import type { Member } from './roster'

/** Why and since when the maintenance of a cluster fails. */
export interface StuckState {
  /**
   * The first maintenance that fails: in which window, in which part, for which cause, and what it still does to nodes. Null: none
   * fails, as Gardener skips what it cannot update, and reports nothing.
   */
  readonly event: ForecastEvent | null
  /** Since when maintenance has been failing, if the next one fails for the same cause; null: it does not, or this is not known. */
  readonly failing: FailingNow | null
  /** The begin of the last window in which it fails for the same cause; null: it does until the end of the forecast. */
  readonly until: Instant | null
  /** For each part that is stuck: since when, until when and by what; in order of time. */
  readonly deadEnds: readonly DeadEnd[]
}

/**
 * What is ahead of one cluster, and its state now. Every answer about a cluster reads it here. Events come from the forecast that clusters
 * of a class share. Everything else is computed when it is first asked for, and kept with the outlook: a list of all clusters makes an
 * outlook for each row, and asks for events only.
 */
export class Outlook {
  readonly member: Member
  /** The forecast that it shares with all clusters of its class and window. */
  readonly forecast: ClusterForecast
  /** Null until something other than events is asked for. */
  private known: Map<string, unknown> | null = null

  /** Throws a `RangeError` for a position at which there is no cluster. */
  constructor(
    readonly landscape: Landscape,
    readonly position: number,
  ) {
    const member = landscape.roster.members.at(position)
    if (member === undefined) throw new RangeError(`no shoot at ${position}`)
    this.member = member
    this.forecast = landscape.forecasts.at(position) ?? nothingAhead
  }

  /** Undefined: the profile is missing, so nothing can be foreseen. */
  get profile(): MemoizedProfile | undefined {
    return memoizedProfile(this.landscape, this.member.profile)
  }

  /** The earliest event that its owner notices: one that changes a version, fails to change it, or touches nodes. */
  get next(): ClusterEvent | null {
    return this.told(this.forecast.next)
  }

  /** The earliest event that is forced or fails. */
  get nextForced(): ClusterEvent | null {
    return this.told(this.forecast.nextForced)
  }

  private told(event: ForecastEvent | null): ClusterEvent | null {
    const steps = this.known?.get('steps') as readonly ForecastStep[] | undefined
    return event && clusterEvent(this.landscape, this.member, event, { steps })
  }

  /** The shoot at the instant, with everything that its own page needs. `ShootMover` says what lists leave out. */
  get shoot(): Shoot {
    return this.once('shoot', () => wholeShoot(this.landscape, this.member))
  }

  /** The shoot as it was read. */
  get recorded(): Shoot {
    return recordedShoot(this.landscape, this.member.shoot)
  }

  /** Every maintenance until the end of the forecast that changes versions or fails to change them. */
  get steps(): readonly ForecastStep[] {
    const { profile, shoot, foreseen, range } = this
    return this.once('steps', () =>
      profile === undefined || foreseen === null ? [] : forecast(shoot, profile, range, foreseen).steps,
    )
  }

  /** The steps, and rotations of credentials that are due by themselves. Advice and obstacles are about versions only. */
  get stepsWithRotations(): readonly ForecastStep[] {
    const { profile, shoot, steps, range } = this
    return this.once('rotations', () => withRotations(shoot, profile, steps, range))
  }

  /** What each part runs over time: first the control plane, then each pool. */
  get lanes() {
    const { profile, shoot, forecast, landscape } = this
    const { at, until } = landscape
    return this.once('lanes', () =>
      clusterLanes({ shoot, profile, forecast, at, until, deadEnds: () => this.stuck?.deadEnds ?? [] }),
    )
  }

  /** The last maintenance, as far as the status describes it; null: there was none, or the status says nothing. */
  get lastStep(): ForecastStep | null {
    return this.once('last', () => doneStep(this.shoot))
  }

  /** Since when, until when and why its maintenance fails or gets nowhere; null: it does not. */
  get stuck(): StuckState | null {
    return this.once('stuck', () => {
      const { profile, shoot, steps, landscape, forecast, foreseen, range } = this
      const event = forecast.events.find((one) => isOfKind(one, 'fails')) ?? null
      const deadEnds = profile === undefined || foreseen === null ? [] : deadEndsOf(shoot, profile, range, foreseen)
      if (event === null) return deadEnds.length === 0 ? null : { event, failing: null, until: null, deadEnds }
      const end = forecast.events.find(({ from, digest }) => from > event.from && !failsAlike(event.digest, digest))
      return {
        event,
        failing: profile === undefined ? null : failingNow(shoot, profile, landscape.at, steps),
        until: end === undefined ? null : end.window.begin - DAY,
        deadEnds,
      }
    })
  }

  /** Whether a part stayed on an expired version through windows that have passed, and no record says why. */
  get isOverdue(): boolean {
    const { profile, shoot, landscape } = this
    return this.once('overdue', () => profile !== undefined && overdueOf(shoot, profile, landscape.at).length > 0)
  }

  /** What the owner can do about what is ahead, the best first. */
  get advice(): readonly OwnerRemedy[] {
    const { profile, shoot, steps, landscape, member } = this
    const { at, until } = landscape
    return this.once('advice', () =>
      profile === undefined
        ? []
        : adviceFor({ shoot, profile, steps, at, until, alternatives: alternativesTo(landscape, member) }),
    )
  }

  /** What the owner has to decide about automatic updates that are on, and which of these help as they are. */
  get autoUpdates(): readonly AutoUpdate[] {
    const { profile, shoot, steps, landscape, advice } = this
    const { at, until } = landscape
    return this.once('auto-updates', () =>
      profile === undefined ? [] : autoUpdatesOf({ shoot, profile, steps, at, until }, advice),
    )
  }

  /**
   * What a list says about a cluster that fails: what its owner can do so that fewer nights fail, else who has to add a version, else what
   * helps for a while. If a control plane has no next version, only operators can help. Null: nothing that was tried helps.
   */
  get remedy(): OwnerRemedy | null {
    const { advice } = this
    const lead = this.stuck?.event?.digest.lead
    const helps = (kind: ReturnType<typeof kindOf>) =>
      advice.find((one) => 'outcome' in one && one.outcome.kind === 'fewer-fail' && kindOf(one) === kind)
    const asks = advice.find(({ code }) => code === 'kubernetes-of-operators' || code === 'image-of-operators')
    const isForOthers =
      asks?.code === 'kubernetes-of-operators' && lead?.component === 'controlPlane' && lead.to === null
    return (isForOthers ? asks : undefined) ?? helps('do') ?? asks ?? helps('helps') ?? null
  }

  /** Everything that its maintenances do to versions, foreseen once: steps and dead ends are read from it. Null: its profile is missing. */
  private get foreseen(): ForeseenMaintenances | null {
    const { profile, shoot, range } = this
    return this.once('foreseen', () => (profile === undefined ? null : foresee(shoot, profile, range)))
  }

  private get range() {
    return { from: this.landscape.at, to: this.landscape.until }
  }

  private once<T>(name: string, make: () => T): T {
    this.known ??= new Map()
    if (!this.known.has(name)) this.known.set(name, make())
    return this.known.get(name) as T
  }
}

/** The steps of a shoot with rotations that are due by themselves. `steps` are those that change versions. */
export function withRotations(
  shoot: Shoot,
  profile: MemoizedProfile | undefined,
  steps: readonly ForecastStep[],
  range: Period,
): readonly ForecastStep[] {
  if (profile === undefined || shoot.autoRotation === undefined) return steps
  return withFirstRotations(forecast(shoot, profile, { ...range, rotations: true }).steps)
}

/** Whether a later maintenance goes on with a failure: both are refused as a whole, or the same part fails. */
function failsAlike(first: MaintenanceDigest, other: MaintenanceDigest): boolean {
  if (first.denied || other.denied) return other.denied
  const parts = first.failing.split('\n')
  return other.failing !== '' && other.failing.split('\n').some((part) => parts.includes(part))
}

/** How many other profiles are tried: each takes a forecast. */
const MOST_ALTERNATIVES = 10

/** The profiles that the shoot may use instead of its own: the CloudProfile, and those of its namespace that build on the same one. */
function alternativesTo(landscape: Landscape, member: Member) {
  return profilesFor(landscape, member)
    .filter(({ ref }) => profileKey(ref) !== member.profile)
    .slice(0, MOST_ALTERNATIVES)
    .map((entry) => ({ ref: entry.ref, profile: landscape.forecaster.profiles.of(entry.profile) }))
}

/** The shoot of a member with everything that its own page needs. */
export function wholeShoot(landscape: Landscape, { shoot, profile }: Pick<Member, 'shoot' | 'profile'>): Shoot {
  const { foreseen, at } = landscape
  const offered = foreseen && memoizedProfile(landscape, profile)
  if (foreseen === undefined || offered === undefined) return shoot
  return movedOn(recordedShoot(landscape, shoot), offered, { from: foreseen.from, to: at })
}

/** A shoot of the landscape as it was read. */
function recordedShoot({ foreseen }: Landscape, shoot: Shoot): Shoot {
  return foreseen === undefined
    ? shoot
    : (objectIn(foreseen.recorded, { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name }) ?? shoot)
}
