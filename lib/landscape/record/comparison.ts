import { LRUCache } from 'lru-cache'
import type { AccuracyCounts, DeviationBody } from '@/lib/contract/record'
import { FORECAST_AGES } from '@/lib/contract/words'
import {
  type Deviation,
  isNews,
  isSameOutcome,
  isToCount,
  judgeMissed,
  judgeRan,
  type RecordedMaintenance,
  ranIn,
  sharesUpdate,
} from '@/lib/engine/accuracy'
import { forecast, type MemoizedProfile, MemoizedProfiles } from '@/lib/engine/course'
import { addTo, madeOnce, noneOf } from '@/lib/engine/grouped'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'
import { DAY, MINUTE, SECOND } from '@/lib/engine/time'
import type { ForecastStep, Instant, ProfileRef, Shoot } from '@/lib/engine/types'
import { type ForecastInput, type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import type { History, ObjectState } from '@/lib/history'
import { doneWithin } from '@/lib/process/done-within'
import { eachOf, letThrough } from '@/lib/process/event-loop'
import { inBackground } from '@/lib/process/on-behalf'
import { factsOf, type KnownCluster } from './facts'

/** How many days before a maintenance forecasts are looked at. */
export const DAYS_BEFORE = FORECAST_AGES.map(Number)

const mostBefore = Math.max(...DAYS_BEFORE)

interface ClusterOfProfile {
  readonly namespace: string
  readonly name: string
  /** The key of the profile, as `profileKey` makes it. */
  readonly profile: string
}

/** A maintenance that ran, or that a forecast named, beside the forecast of so many days before. */
export interface ComparedMaintenance extends ClusterOfProfile {
  readonly daysBefore: number
  /** When it began; of one that did not, when it was to begin at the latest. */
  readonly at: Instant
  /** Null: it was as forecast. */
  readonly deviation: DeviationWithForecasts | null
}

export interface DeviationWithForecasts extends Deviation {
  /** The instant at which the forecast was made, with what was known then. */
  readonly made: Instant
  /** Null: nothing. */
  readonly said: ForecastStep | null
  /** Null: nothing. */
  readonly ran: ForecastStep | null
  readonly facts: DeviationBody['facts']
}

/** A maintenance that can be compared with nothing. */
export interface UnrecordedMaintenance extends ClusterOfProfile {
  readonly at: Instant
  /** Null: with no forecast, as nothing was recorded when it ran. */
  readonly daysBefore: number | null
}

export interface ComparisonResult {
  readonly cases: readonly ComparedMaintenance[]
  readonly unrecorded: readonly UnrecordedMaintenance[]
  /** How many days are still to be compared. */
  readonly left: number
  /** When the last of the others was; null: none was. */
  readonly computedAt: Instant | null
}

interface ComparedDay extends Pick<ComparisonResult, 'cases' | 'unrecorded'> {
  /** What was named for it thirty days before; null: too little is known of that. */
  readonly named: readonly NamedStep[] | null
  readonly computedAt: Instant
  /** When it is to be compared again. */
  readonly until: Instant
}

type ComparedHistory = Pick<History, 'snapshotAt' | 'statesOf' | 'maintenancesSeen' | 'since' | 'gaps' | 'state'>

type ComparisonGap = Awaited<ReturnType<ComparedHistory['gaps']>>[number]

/** The steps by how many days before they were forecast. */
type NamedStepsByDays = ReadonlyMap<number, readonly NamedStep[]>

type ComparedProfileStates = Map<
  string,
  {
    readonly entries: readonly ObjectState<ProfileEntry>[]
    readonly memoized: readonly ObjectState<MemoizedProfile>[]
  }
>

/** What a forecast names for a cluster. */
export interface NamedStep extends ClusterOfProfile {
  readonly step: ForecastStep
}

interface PastForecast {
  readonly profile: MemoizedProfile
  readonly from: Instant
  readonly steps: readonly ForecastStep[]
}

/** What is compared on one day. */
interface ComparisonDay {
  /** Days since 1970-01-01 UTC. */
  readonly day: number
  /** Up to when anything is recorded. */
  readonly until: Instant
  readonly gaps: readonly ComparisonGap[]
  readonly profiles: ComparedProfileStates
  readonly cases: ComparedMaintenance[]
  readonly unrecorded: UnrecordedMaintenance[]
}

/**
 * So far ahead forecasts are made at once: what stays as it is needs no other one for a month. They are made here, as a landscape of the
 * past for each of ninety days would foresee a year of all clusters, of which nearly all are the same objects as the day before.
 */
const ahead = 62 * DAY

const farthest = (mostBefore + 1) * DAY

/** How long after the end of a window it is known what ran in it. */
const notice = 10 * MINUTE

/** How long what may still change is kept. */
const fresh = 60_000

/** More days than are ever asked about at once. */
const mostDays = 500

/**
 * The forecasts of the past beside what happened. A day of UTC is the unit: all that ran or was named on it is compared with what was
 * known at midnight, 1, 7 and 30 days before, so that one snapshot serves every cluster. A day that is over is compared once. Days
 * are compared one after the other, in slices, and never for one reader alone: what they see is cut from it.
 */
export class ForecastComparison {
  private readonly profiles = new MemoizedProfiles()
  private readonly foreseen = new WeakMap<Shoot, PastForecast>()
  private readonly named = new LRUCache<number, Promise<NamedStepsByDays | null>>({ max: mostDays })
  private readonly days = new LRUCache<number, ComparedDay>({ max: mostDays })
  private readonly wanted = new Set<number>()
  private working: Promise<void> | null = null
  private failed: { readonly error: unknown } | null = null

  private readonly now: () => Instant
  private readonly maintained: () => ForecastInput | null

  /** @param maintained what of a garden is compared; null: all of it, for good */
  constructor(
    private readonly history: ComparedHistory,
    { now = Date.now, maintained = () => null }: { now?: () => Instant; maintained?: () => ForecastInput | null } = {},
  ) {
    this.now = now
    this.maintained = maintained
  }

  /** Up to when it can be known what happened. */
  until(): Instant {
    return Math.min(this.history.state().recorded ?? 0, this.maintained()?.until ?? Number.POSITIVE_INFINITY)
  }

  /** What ran, or was to run, after `from` and not after `to`; after so many milliseconds as far as it is compared by then. */
  async between(from: Instant, to: Instant, patience?: number): Promise<ComparisonResult> {
    this.known(from, to)
    const { working } = this
    if (working !== null) await (patience === undefined ? working : doneWithin(working, patience))
    return this.known(from, to)
  }

  /**
   * The same as far as it is compared; what is left, or may have changed, is compared from now on. Throws what that failed with the
   * last time.
   */
  known(from: Instant, to: Instant): ComparisonResult {
    const { failed } = this
    this.failed = null
    if (failed !== null) throw failed.error
    const cases: ComparedMaintenance[] = []
    const unrecorded: UnrecordedMaintenance[] = []
    let left = 0
    let computedAt: Instant | null = null
    const isWithin = ({ at }: { readonly at: Instant }) => at > from && at <= to
    for (let day = Math.floor(to / DAY); day >= Math.floor(from / DAY); day--) {
      const known = this.days.get(day)
      if (known === undefined || this.now() >= known.until) this.wanted.add(day)
      if (known === undefined) left++
      else {
        cases.push(...known.cases.filter(isWithin))
        unrecorded.push(...known.unrecorded.filter(isWithin))
        computedAt = Math.max(computedAt ?? 0, known.computedAt)
      }
    }
    if (this.wanted.size > 0) this.working ??= inBackground(() => this.work())
    return { cases, unrecorded, left, computedAt }
  }

  /**
   * What the forecasts of thirty days before named for a day of UTC, counted from 1970, as far as that is compared; null: too little
   * is known of it, undefined: it is not compared yet.
   */
  namedFor(day: number): readonly NamedStep[] | null | undefined {
    return this.days.get(day)?.named
  }

  private async work(): Promise<void> {
    await letThrough()
    try {
      for (;;) {
        // What a forecast says of a month holds until something changes: it is made once when days follow each other.
        const day = Math.min(...this.wanted)
        if (day === Number.POSITIVE_INFINITY) return
        this.wanted.delete(day)
        for (let made = day - mostBefore; made < day; made++) await this.namedFrom(made)
        const recorded = this.until()
        const { cases, unrecorded } = await this.compare(day, recorded)
        // Two days later all that belongs to it has been seen.
        const isOver = recorded >= (day + 2) * DAY || recorded === this.maintained()?.until
        const computedAt = this.now()
        const until = isOver ? Number.POSITIVE_INFINITY : computedAt + fresh
        const named = (await this.namedFrom(day - mostBefore))?.get(mostBefore) ?? null
        this.days.set(day, { cases, unrecorded, named, computedAt, until })
      }
    } catch (error) {
      this.failed = { error }
      this.wanted.clear()
    } finally {
      this.working = null
    }
  }

  private async compare(day: number, until: Instant): Promise<Pick<ComparisonResult, 'cases' | 'unrecorded'>> {
    const gaps = await this.history.gaps()
    const one: ComparisonDay = { day, until, gaps, profiles: new Map(), cases: [], unrecorded: [] }
    await this.compareMissed(one, await this.compareRan(one))
    const { cases, unrecorded } = one
    return { cases, unrecorded }
  }

  /** Everything that ran on the day; returns it by cluster. */
  private async compareRan(one: ComparisonDay): Promise<ReadonlyMap<string, readonly RecordedMaintenance[]>> {
    const { day, until } = one
    await letThrough()
    // What was there when recording began ran before it.
    const from = Math.max(day * DAY - 1, (await this.history.since()) ?? 0)
    const seen = await this.history.maintenancesSeen(from, Math.min((day + 2) * DAY, until))
    const maintained = this.maintained()
    const done = new Set<string>()
    const found = new Map<string, RecordedMaintenance[]>()
    for (const { namespace, name, maintenance, after, seen: then } of seen) {
      const at = maintenance.triggeredTime
      await letThrough()
      if (maintained?.has({ namespace, name }) === false) continue
      const cluster = `${namespace}/${name}`
      if (at === undefined || after === null || done.has(`${cluster} ${at}`)) continue
      done.add(`${cluster} ${at}`)
      const states = await this.history.statesOf({ kind: 'Shoot', namespace, name })
      // If the cluster was not seen before, it is not known how it came to be so.
      const wasThere = (states.findLast(({ seen }) => seen < then)?.value ?? null) !== null
      const isUnseen = !wasThere || (after !== undefined && at > after)
      if (Math.floor((isUnseen ? then : at) / DAY) !== day) continue
      const ran = ranIn(states, at)
      if (ran === null || !isCounted(ran, states)) continue
      const common = { namespace, name, profile: profileKey(ran.shoot.profile), at }
      if (isUnseen) one.unrecorded.push({ ...common, daysBefore: null })
      else {
        addTo(found, cluster, ran)
        const record = await this.recordOf(states, one.profiles)
        for (const daysBefore of DAYS_BEFORE) await this.compareOne({ ...common, daysBefore }, ran, record, one)
      }
    }
    return found
  }

  private async compareOne(
    common: Omit<ComparedMaintenance, 'deviation'>,
    ran: RecordedMaintenance,
    record: KnownCluster,
    { day, cases, unrecorded }: ComparisonDay,
  ): Promise<void> {
    await letThrough()
    const made = (day - common.daysBefore) * DAY
    const isKnown = (await this.namedFrom(day - common.daysBefore)) !== null
    const verdict = isKnown ? judgeRan(ran, record, made) : ({ kind: 'unknown' } as const)
    if (verdict.kind === 'unknown') unrecorded.push(common)
    else if (verdict.kind === 'as-forecast') cases.push({ ...common, deviation: null })
    else {
      const { deviation, said } = verdict
      const facts = factsOf(deviation, { said, ran: ran.step }, record)
      cases.push({ ...common, deviation: { ...deviation, made, said, ran: ran.step, facts } })
    }
  }

  /** Everything that was named for the day and did not happen. */
  private async compareMissed(
    one: ComparisonDay,
    ranBy: ReadonlyMap<string, readonly RecordedMaintenance[]>,
  ): Promise<void> {
    const { day, until, gaps, profiles } = one
    for (const daysBefore of DAYS_BEFORE) {
      const made = (day - daysBefore) * DAY
      for (const named of (await this.namedFrom(day - daysBefore))?.get(daysBefore) ?? []) {
        await letThrough()
        const { namespace, name, step, profile } = named
        if (ranBy.get(`${namespace}/${name}`)?.some((ran) => isIn(ran, step))) continue
        if (step.at + notice > until || isUnrecorded(gaps, step)) continue
        const states = await this.history.statesOf({ kind: 'Shoot', namespace, name })
        const isTold = ransIn(states, made, step.window.latestStart + SECOND).some((ran) =>
          // What fails as it did the night before is not told again, and came as it was named.
          isCounted(ran, states)
            ? isIn(ran, step) || sharesUpdate(ran.step, step)
            : isIn(ran, step) && isSameOutcome(ran.step, step),
        )
        if (isTold) continue
        const record = await this.recordOf(states, profiles)
        const deviation = judgeMissed(step, record, made)
        const facts = factsOf(deviation, { said: step, ran: null }, record)
        const deviating = { ...deviation, made, said: step, ran: null, facts }
        one.cases.push({ namespace, name, profile, daysBefore, at: step.at, deviation: deviating })
      }
    }
  }

  /** What the forecasts of all clusters that were made at the begin of a day name for days later; null: too little is known of it. */
  private namedFrom(day: number): Promise<NamedStepsByDays | null> {
    return madeOnce(this.named, day, () => {
      const named = this.nameFrom(day)
      named.catch(() => this.named.delete(day))
      return named
    })
  }

  private async nameFrom(day: number): Promise<NamedStepsByDays | null> {
    await letThrough()
    const known = await this.history.snapshotAt(day * DAY)
    if (known.kind === 'before' || known.gap !== undefined) return null
    const named = new Map(DAYS_BEFORE.map((days): [number, NamedStep[]] => [days, []]))
    const maintained = this.maintained()
    await eachOf(known.snapshot.shoots, (shoot) => {
      if (maintained?.has(shoot) === false) return
      for (const step of this.stepsOf(shoot, known.snapshot, day * DAY)) {
        if (!isToCount(step)) continue
        const { namespace, name } = shoot
        const days = Math.floor(step.at / DAY) - day
        named.get(days)?.push({ namespace, name, profile: profileKey(shoot.profile), step })
      }
    })
    return named
  }

  /** The forecast of a shoot from an instant on, for a month at least. It may begin before. */
  private stepsOf(shoot: Shoot, { profiles }: Snapshot, from: Instant): readonly ForecastStep[] {
    const entry = profiles.get(profileKey(shoot.profile))
    if (entry === undefined) return []
    const profile = this.profiles.of(entry.profile)
    const known = this.foreseen.get(shoot)
    const isSame =
      known?.profile === profile &&
      known.from <= from &&
      from + farthest <= known.from + ahead &&
      !known.steps.some(({ at }) => at < from)
    if (isSame) return known.steps
    const { steps } = forecast(shoot, profile, { from, to: from + ahead, rotations: true })
    this.foreseen.set(shoot, { profile, from, steps })
    return steps
  }

  private async recordOf(shoots: readonly ObjectState<Shoot>[], known: ComparedProfileStates): Promise<KnownCluster> {
    for (const { value } of shoots) {
      if (value === null || known.has(profileKey(value.profile))) continue
      const entries = await this.history.statesOf(value.profile)
      const memoized = entries.map((state) => ({
        ...state,
        value: state.value && this.profiles.of(state.value.profile),
      }))
      known.set(profileKey(value.profile), { entries, memoized })
    }
    return {
      shoots,
      profilesOf: (ref: ProfileRef) => known.get(profileKey(ref))?.memoized ?? [],
      entriesOf: (ref: ProfileRef) => known.get(profileKey(ref))?.entries ?? [],
    }
  }
}

/** Whether it is told of: it changed a version or failed to, and not only once more as in the night before. */
function isCounted({ seen, step, shoot }: RecordedMaintenance, states: readonly ObjectState<Shoot>[]): boolean {
  const before = states.findLast((state) => state.seen < seen)?.value?.lastMaintenance
  return isToCount(step) && shoot.lastMaintenance !== undefined && isNews(shoot.lastMaintenance, before)
}

/** The maintenances of a cluster that began after `from` and not after `to`. */
function ransIn(states: readonly ObjectState<Shoot>[], from: Instant, to: Instant): RecordedMaintenance[] {
  const begun = new Set(states.flatMap(({ value }) => value?.lastMaintenance?.triggeredTime ?? []))
  return [...begun].filter((at) => at > from && at <= to).flatMap((at) => ranIn(states, at) ?? [])
}

function isIn({ step: { at } }: RecordedMaintenance, { window }: ForecastStep): boolean {
  return window.begin <= at && at < window.latestStart + SECOND
}

/** Whether anything of the window was not followed. */
function isUnrecorded(gaps: readonly ComparisonGap[], { window }: ForecastStep): boolean {
  return gaps.some(({ from, until }) => from < window.end && (until === null || until > window.begin))
}

/** How many of some cases came to what. */
export function countsOf(cases: readonly ComparedMaintenance[]): AccuracyCounts {
  const reasons = noneOf(DEVIATION_REASONS)
  let asForecast = 0
  for (const { deviation } of cases) {
    if (deviation === null) asForecast++
    else reasons[deviation.reason]++
  }
  return { total: cases.length, asForecast, reasons }
}
