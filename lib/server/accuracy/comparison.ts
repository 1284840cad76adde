import { LRUCache } from 'lru-cache'
import {
  type ClusterRecord,
  type Deviation,
  isNews,
  isToCount,
  judgeMissed,
  judgeRan,
  type Ran,
  ranIn,
  sharesUpdate,
} from '@/lib/engine/accuracy'
import { forecast, type MemoizedProfile, MemoizedProfiles } from '@/lib/engine/course'
import { DAY, MINUTE, SECOND } from '@/lib/engine/time'
import type { ForecastStep, Instant, ProfileRef, Shoot } from '@/lib/engine/types'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import type { History, ObjectState } from '@/lib/history'
import { Stint } from '../stint'

/** So many days before a maintenance forecasts are looked at. */
export const DAYS_BEFORE = [1, 7, 30] as const
export type DaysBefore = (typeof DAYS_BEFORE)[number]

/** A maintenance that ran, or that a forecast named, beside the forecast of so many days before. */
export interface Case {
  readonly namespace: string
  readonly name: string
  /** As `profileKey` has it. */
  readonly profile: string
  readonly daysBefore: DaysBefore
  /** When it began; of one that did not, when it was to begin at the latest. */
  readonly at: Instant
  /** Null: it was as forecast. */
  readonly deviation: Deviating | null
}

export interface Deviating extends Deviation {
  /** With what was known then the forecast was made. */
  readonly made: Instant
  /** Null: nothing. */
  readonly said: ForecastStep | null
  /** Null: nothing. */
  readonly ran: Ran | null
  readonly states: readonly ObjectState<Shoot>[]
}

/** A maintenance that can be compared with nothing. */
export interface Unrecorded {
  readonly namespace: string
  readonly name: string
  readonly profile: string
  readonly at: Instant
  /** Null: with no forecast, as nothing was recorded when it ran. */
  readonly daysBefore: DaysBefore | null
}

export interface Compared {
  readonly cases: readonly Case[]
  readonly unrecorded: readonly Unrecorded[]
}

type Known = Pick<History, 'snapshotAt' | 'statesOf' | 'maintenancesSeen' | 'gaps' | 'state'>
type Gap = Awaited<ReturnType<Known['gaps']>>[number]
type Named = { readonly [N in DaysBefore]: readonly NamedStep[] }
type ProfileStates = Map<string, readonly ObjectState<MemoizedProfile>[]>

interface NamedStep {
  readonly namespace: string
  readonly name: string
  readonly profile: string
  readonly step: ForecastStep
}

interface Foreseen {
  readonly profile: MemoizedProfile
  readonly from: Instant
  readonly steps: readonly ForecastStep[]
}

/** What is compared on one day. */
interface Day {
  /** Days since 1970-01-01 UTC. */
  readonly day: number
  /** Up to when anything is recorded. */
  readonly until: Instant
  readonly gaps: readonly Gap[]
  readonly profiles: ProfileStates
  readonly cases: Case[]
  readonly unrecorded: Unrecorded[]
}

/** So far ahead forecasts are made at once: what stays as it is needs no other one for a month. */
const ahead = 62 * DAY
const farthest = 31 * DAY
/** So long after a window ends what ran in it is known. */
const notice = 10 * MINUTE
/** How long what may still change is kept. */
const fresh = 60_000

/**
 * The forecasts of the past beside what happened. A day of UTC is the unit: all that ran or was named on it is compared with what was
 * known at midnight, 1, 7 and 30 days before, so that one snapshot serves every cluster. A day that is over is compared once. Days
 * are computed one after the other, in slices, and never for one reader alone: what they see is cut from it.
 */
export class Comparison {
  private readonly profiles = new MemoizedProfiles()
  private readonly foreseen = new WeakMap<Shoot, Foreseen>()
  private readonly named = new LRUCache<number, Promise<Named | null>>({ max: 1000 })
  private readonly days = new LRUCache<number, { readonly compared: Promise<Compared>; readonly until: Instant }>({
    max: 1000,
  })
  private readonly stint = new Stint()
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly history: Known,
    private readonly now: () => Instant = Date.now,
  ) {}

  /** What ran, or was to run, after `from` and not after `to`. */
  async between(from: Instant, to: Instant): Promise<Compared> {
    const cases: Case[] = []
    const unrecorded: Unrecorded[] = []
    const isWithin = ({ at }: { readonly at: Instant }) => at > from && at <= to
    for (let day = Math.floor(from / DAY); day <= Math.floor(to / DAY); day++) {
      const compared = await this.on(day)
      cases.push(...compared.cases.filter(isWithin))
      unrecorded.push(...compared.unrecorded.filter(isWithin))
    }
    return { cases, unrecorded }
  }

  private on(day: number): Promise<Compared> {
    const known = this.days.get(day)
    if (known !== undefined && this.now() < known.until) return known.compared
    const until = this.history.state().recorded ?? 0
    const compared = this.last.then(() => this.compare(day, until))
    this.last = compared.catch(() => {})
    // Two days later all that belongs to it has been seen.
    const isOver = until >= (day + 2) * DAY
    this.days.set(day, { compared, until: isOver ? Number.POSITIVE_INFINITY : this.now() + fresh })
    compared.catch(() => this.days.delete(day))
    return compared
  }

  private async compare(day: number, until: Instant): Promise<Compared> {
    const gaps = await this.history.gaps()
    const one: Day = { day, until, gaps, profiles: new Map(), cases: [], unrecorded: [] }
    await this.compareMissed(one, await this.compareRan(one))
    const { cases, unrecorded } = one
    return { cases, unrecorded }
  }

  /** Everything that ran on the day; returns it by cluster. */
  private async compareRan(one: Day): Promise<ReadonlyMap<string, readonly Ran[]>> {
    const { day, until } = one
    const seen = await this.history.maintenancesSeen(day * DAY - 1, Math.min((day + 2) * DAY, until))
    const done = new Set<string>()
    const found = new Map<string, Ran[]>()
    for (const { namespace, name, maintenance, after, seen: then } of seen) {
      const at = maintenance.triggeredTime
      const cluster = `${namespace}/${name}`
      // What was there when recording began ran before it.
      if (at === undefined || after === null || done.has(`${cluster} ${at}`)) continue
      done.add(`${cluster} ${at}`)
      const isUnseen = after !== undefined && at > after
      if (Math.floor((isUnseen ? then : at) / DAY) !== day) continue
      if (this.stint.isOver) await this.stint.pause()
      const states = await this.history.statesOf({ kind: 'Shoot', namespace, name })
      const ran = ranIn(states, at)
      if (ran === null || !isCounted(ran, states)) continue
      const common = { namespace, name, profile: profileKey(ran.shoot.profile), at }
      if (isUnseen) one.unrecorded.push({ ...common, daysBefore: null })
      else {
        found.set(cluster, [...(found.get(cluster) ?? []), ran])
        const record = await this.recordOf(states, one.profiles)
        for (const daysBefore of DAYS_BEFORE) await this.compareOne({ ...common, daysBefore }, ran, record, one)
      }
    }
    return found
  }

  private async compareOne(
    common: Omit<Case, 'deviation'>,
    ran: Ran,
    record: ClusterRecord,
    { day, cases, unrecorded }: Day,
  ): Promise<void> {
    if (this.stint.isOver) await this.stint.pause()
    const made = (day - common.daysBefore) * DAY
    const isKnown = (await this.namedFrom(day - common.daysBefore)) !== null
    const verdict = isKnown ? judgeRan(ran, record, made) : ({ kind: 'unknown' } as const)
    if (verdict.kind === 'unknown') unrecorded.push(common)
    else if (verdict.kind === 'as-forecast') cases.push({ ...common, deviation: null })
    else {
      const { deviation, said } = verdict
      cases.push({ ...common, deviation: { ...deviation, made, said, ran, states: record.shoots } })
    }
  }

  /** Everything that was named for the day and did not happen. */
  private async compareMissed(one: Day, ranBy: ReadonlyMap<string, readonly Ran[]>): Promise<void> {
    const { day, until, gaps, profiles } = one
    for (const daysBefore of DAYS_BEFORE) {
      const made = (day - daysBefore) * DAY
      for (const named of (await this.namedFrom(day - daysBefore))?.[daysBefore] ?? []) {
        if (this.stint.isOver) await this.stint.pause()
        const { namespace, name, step, profile } = named
        if (ranBy.get(`${namespace}/${name}`)?.some((ran) => isIn(ran, step))) continue
        if (step.at + notice > until || isUnrecorded(gaps, step)) continue
        const states = await this.history.statesOf({ kind: 'Shoot', namespace, name })
        const isTold = ransIn(states, made, step.window.latestStart + SECOND).some(
          (ran) => isIn(ran, step) || sharesUpdate(ran.step, step),
        )
        if (isTold) continue
        const deviation = judgeMissed(step, await this.recordOf(states, profiles), made)
        const deviating = { ...deviation, made, said: step, ran: null, states }
        one.cases.push({ namespace, name, profile, daysBefore, at: step.at, deviation: deviating })
      }
    }
  }

  /** What the forecasts of all clusters that were made at the begin of a day name for days later; null: too little is known of it. */
  private namedFrom(day: number): Promise<Named | null> {
    let named = this.named.get(day)
    if (named === undefined) {
      named = this.nameFrom(day)
      this.named.set(day, named)
      named.catch(() => this.named.delete(day))
    }
    return named
  }

  private async nameFrom(day: number): Promise<Named | null> {
    const known = await this.history.snapshotAt(day * DAY)
    if (known.kind === 'before' || known.gap !== undefined) return null
    const named = { 1: [] as NamedStep[], 7: [] as NamedStep[], 30: [] as NamedStep[] }
    for (const shoot of known.snapshot.shoots) {
      if (this.stint.isOver) await this.stint.pause()
      for (const step of this.stepsOf(shoot, known.snapshot, day * DAY)) {
        if (!isToCount(step)) continue
        const days = Math.floor(step.at / DAY) - day
        if (days !== 1 && days !== 7 && days !== 30) continue
        const { namespace, name } = shoot
        named[days].push({ namespace, name, profile: profileKey(shoot.profile), step })
      }
    }
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

  private async recordOf(shoots: readonly ObjectState<Shoot>[], known: ProfileStates): Promise<ClusterRecord> {
    for (const { value } of shoots) {
      if (value === null || known.has(profileKey(value.profile))) continue
      const states = await this.history.statesOf(value.profile)
      known.set(
        profileKey(value.profile),
        states.map((state) => ({ ...state, value: state.value && this.profiles.of(state.value.profile) })),
      )
    }
    return { shoots, profilesOf: (ref: ProfileRef) => known.get(profileKey(ref)) ?? [] }
  }
}

/** Whether it is told of: it changed a version or failed to, and not only once more as in the night before. */
function isCounted({ seen, step, shoot }: Ran, states: readonly ObjectState<Shoot>[]): boolean {
  const before = states.findLast((state) => state.seen < seen)?.value?.lastMaintenance
  return isToCount(step) && shoot.lastMaintenance !== undefined && isNews(shoot.lastMaintenance, before)
}

/** Those of a cluster that began after `from` and not after `to`, and are told of. */
function ransIn(states: readonly ObjectState<Shoot>[], from: Instant, to: Instant): Ran[] {
  const begun = new Set(states.flatMap(({ value }) => value?.lastMaintenance?.triggeredTime ?? []))
  return [...begun]
    .filter((at) => at > from && at <= to)
    .flatMap((at) => ranIn(states, at) ?? [])
    .filter((ran) => isCounted(ran, states))
}

function isIn({ step: { at } }: Ran, { window }: ForecastStep): boolean {
  return window.begin <= at && at < window.latestStart + SECOND
}

/** Whether anything of the window was not followed. */
function isUnrecorded(gaps: readonly Gap[], { window }: ForecastStep): boolean {
  return gaps.some(({ from, until }) => from < window.end && (until === null || until > window.begin))
}
