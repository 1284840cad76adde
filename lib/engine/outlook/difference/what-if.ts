import { MemoizedProfile } from '@/lib/engine/course'
import { addTo, noneOf } from '@/lib/engine/grouped'
import { type COUNTED, WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { type ForecastClass, type ForecastEvent, ForecastsOfEditedProfile, isOfKind } from '@/lib/engine/outlook'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { compareForecasts, type PartComparison, type PartComparisonEffect } from './compare'
import { type CountedPeriod, type DailyEvents, EventTally, isWithinSoon, type PeriodTotals } from './tally'

/** `until`: how far before and after are compared. */
export interface ProfilePairs extends Pick<CountedPeriod, 'until' | 'days' | 'soon'> {
  /** Profiles before and after their edits, by key: the edited ones, and those that build on them; others take no part. */
  readonly profiles: ReadonlyMap<string, { readonly before: CloudProfile; readonly after: CloudProfile }>
}

/** Shoots for which anything is different up to `until`. */
export interface ChangedClass {
  readonly shoots: ForecastClass
  readonly comparison: PartComparison
  /** What is ahead of them with the edits. */
  readonly after: readonly ForecastEvent[]
  /** The figures that count them otherwise with the edits than without. */
  readonly counted: ReadonlySet<CountedBy>
}

/** `events`: what is ahead of a class with the edits; `place`: where it is in the list of all. */
export type LookAhead = (shoots: ForecastClass, events: readonly ForecastEvent[], place: number) => void

/** What happens before and after the edits. */
export interface PeriodSums {
  readonly totals: { readonly before: PeriodTotals; readonly after: PeriodTotals }
  readonly load: { readonly before: readonly DailyEvents[]; readonly after: readonly DailyEvents[] }
}

export interface WhatIf extends PeriodSums {
  /** The classes that change, by their position in the list of all. */
  readonly changed: ReadonlyMap<number, ChangedClass>
  /** Clusters on the profiles. */
  readonly clusters: number
  /** Clusters by effect. */
  readonly effects: Readonly<Record<PartComparisonEffect, number>>
  readonly gained: EditEffects
}

/** How many classes are looked at in a step. */
const stepLength = 32

/** How many sums without edits are kept. */
const BASELINES_LIMIT = 32

/** Says what edits change for a landscape, and keeps what is ahead without edits, added up: all drafts need it. */
export class WhatIfs {
  /** Sums without edits, by profiles and days. */
  private readonly baselines = new Map<string, EventTally>()
  private byProfile: ReadonlyMap<string, readonly (readonly [number, ForecastClass])[]> | null = null

  constructor(private readonly classes: readonly ForecastClass[]) {}

  /**
   * What edits of profiles change for the shoots that use them: how each fares, and what every day brings, before and after. All of
   * them are foreseen anew on the edited profiles, and compared with what is ahead of them without the edits.
   */
  *steps(edited: ProfilePairs): Generator<undefined, WhatIf> {
    const { profiles, until, soon } = edited
    const before = yield* this.baselineOf(edited)
    const after = new EventTally(edited, before)
    const changed = new Map<number, ChangedClass>()
    const effects = noneOf(WHAT_IF_CHANGES)
    const gained: EditEffects = {
      forced: 0,
      unforced: 0,
      soon: 0,
      firstForced: null,
      firstEarlier: null,
      firstSoon: null,
      firstStuck: null,
    }
    let clusters = 0
    yield* this.foreseen(profiles, (shoots, events, place) => {
      clusters += shoots.clusters
      const { forecast } = shoots
      const comparison = compareForecasts(forecast.events, events, until)
      effects[comparison.effect] += shoots.clusters
      if (comparison.effect === 'unchanged') return
      const counted = countedBetween(forecast.events, events, { shoots, until, soon }, gained)
      if (comparison.effect === 'earlier' && comparison.after !== null)
        gained.firstEarlier = earliest(gained.firstEarlier, comparison.after.event.from)
      after.add(shoots, forecast.events, -1)
      after.add(shoots, events)
      changed.set(place, { shoots, comparison, after: events, counted })
    })
    return { changed, clusters, effects, gained, ...sumsOf(before, after) }
  }

  /** What every day brings, before and after, where nothing is asked about how clusters fare: `look` sees what is ahead of each class. */
  *sums(edited: ProfilePairs, look: LookAhead): Generator<undefined, PeriodSums> {
    const before = yield* this.baselineOf(edited)
    const after = new EventTally(edited)
    yield* this.foreseen(edited.profiles, (shoots, events, place) => {
      after.add(shoots, events)
      look(shoots, events, place)
    })
    return sumsOf(before, after)
  }

  /** Each class on the profiles, with what is ahead of it after their edits. */
  private *foreseen(profiles: ProfilePairs['profiles'], look: LookAhead): Generator<undefined, void> {
    for (const [key, { before, after }] of profiles) {
      const parts = changedParts(before, after)
      const edited = new ForecastsOfEditedProfile(new MemoizedProfile(after))
      for (const [place, shoots] of yield* this.classesOn(key)) {
        if (place % stepLength === 0) yield
        const { forecast, example } = shoots
        look(shoots, (isAbout(parts, example) ? forecast.with(edited, example) : forecast).events, place)
      }
    }
  }

  /** What is ahead without edits. */
  private *baselineOf({ profiles, until, days, soon }: ProfilePairs): Generator<undefined, EventTally> {
    const key = [...profiles.keys(), until, soon?.begin, soon?.end, ...days].join(' ')
    let tally = this.baselines.get(key)
    if (tally === undefined) {
      tally = new EventTally({ until, days, soon })
      for (const profile of profiles.keys()) {
        for (const [place, one] of yield* this.classesOn(profile)) {
          if (place % stepLength === 0) yield
          tally.add(one, one.forecast.events)
        }
      }
      if (this.baselines.size >= BASELINES_LIMIT) this.baselines.clear()
      this.baselines.set(key, tally)
    }
    return tally
  }

  /** The classes on a profile, each with its place in the list of all. */
  private *classesOn(profile: string): Generator<undefined, readonly (readonly [number, ForecastClass])[]> {
    if (this.byProfile === null) {
      const found = new Map<string, [number, ForecastClass][]>()
      for (const [place, one] of this.classes.entries()) {
        if (place % stepLength === 0) yield
        addTo(found, one.profile, [place, one])
      }
      this.byProfile = found
    }
    return this.byProfile.get(profile) ?? []
  }
}

function sumsOf(before: EventTally, after: EventTally): PeriodSums {
  return {
    totals: { before: before.totals(), after: after.totals() },
    load: { before: before.days, after: after.days },
  }
}

/** What edits change of a profile: images alone, by their names in lower case, as the controller finds them by these; or more. */
type ChangedParts = ReadonlySet<string> | 'more'

/** What an edit leaves as it is stays the same object. */
function changedParts(before: CloudProfile, after: CloudProfile): ChangedParts {
  const { machineImages: had, ...was } = before
  const { machineImages: has, ...is } = after
  const names = Object.keys({ ...was, ...is }) as (keyof typeof was)[]
  if (names.some((name) => was[name] !== is[name])) return 'more'
  const [left, kept] = [new Set(had), new Set(has)]
  const changed = [...had.filter((image) => !kept.has(image)), ...has.filter((image) => !left.has(image))]
  return new Set(changed.map(({ name }) => name.toLowerCase()))
}

/** Whether it decides anything for a shoot: of images only those that its pools have do. */
function isAbout(parts: ChangedParts, { workers }: Shoot): boolean {
  return parts === 'more' || workers.some(({ image }) => image !== undefined && parts.has(image.name.toLowerCase()))
}

/** How a class fares, by its place in the list of all. */
export function effectOn({ changed }: Pick<WhatIf, 'changed'>, place: number): PartComparisonEffect {
  return changed.get(place)?.comparison.effect ?? 'unchanged'
}

type CountedBy = (typeof COUNTED)[number]

/** What the edits bring, in clusters, and when it first happens to one of them; null: to none. */
interface EditEffects {
  /** Forced, and not without the edits. */
  forced: number
  firstForced: Instant | null
  /** Not forced, but without the edits. */
  unforced: number
  /** How many clusters begin an update soon that they would not begin without the edits. */
  soon: number
  firstSoon: Instant | null
  /** For clusters that are forced earlier: the first instant at which they are forced now. */
  firstEarlier: Instant | null
  /** For clusters that fail only with the edits: the first instant. */
  firstStuck: Instant | null
}

interface ClassComparison extends Pick<CountedPeriod, 'until' | 'soon'> {
  readonly shoots: Pick<ForecastClass, 'clusters' | 'pools'>
}

/** The figures that count the shoots of a class otherwise with edits; what these bring is added to `gained`. */
function countedBetween(
  before: readonly ForecastEvent[],
  after: readonly ForecastEvent[],
  about: ClassComparison,
  gained: EditEffects,
): ReadonlySet<CountedBy> {
  const { shoots, soon } = about
  const was = standingOf(before, about)
  const is = standingOf(after, about)
  if (is.forced !== null && was.forced === null) {
    gained.forced += shoots.clusters
    gained.firstForced = earliest(gained.firstForced, is.forced)
  }
  if (is.forced === null && was.forced !== null) gained.unforced += shoots.clusters
  if (is.stuck !== null && was.stuck === null) gained.firstStuck = earliest(gained.firstStuck, is.stuck)
  const next = after.find((event) => isSoon(event, soon) && !before.some((other) => isSameBegin(event, other)))
  if (next !== undefined) {
    gained.soon += shoots.clusters
    gained.firstSoon = earliest(gained.firstSoon, next.from)
  }
  const counted = new Set<CountedBy>()
  if ((was.forced === null) !== (is.forced === null)) counted.add('forced')
  if (was.stuck !== is.stuck) counted.add('stuck')
  if (was.auto !== is.auto) counted.add('auto')
  if (was.nodes !== is.nodes) counted.add('nodes')
  return counted
}

interface ForeseenResult {
  /** The instant from which on it is forced. */
  readonly forced: Instant | null
  readonly stuck: Instant | null
  readonly auto: boolean
  /** The number of nodes, at most. */
  readonly nodes: number
}

/** Asked of every class that changes: one walk, and nothing is made on the way. */
function standingOf(
  events: readonly ForecastEvent[],
  { shoots: { pools }, until, soon }: ClassComparison,
): ForeseenResult {
  let forced: Instant | null = null
  let stuck: Instant | null = null
  let auto = false
  let nodes = 0
  for (const event of events) {
    if (event.from > until) break
    if (forced === null && isOfKind(event, 'forced')) forced = event.from
    if (stuck === null && event.kind === 'fails') stuck = event.from
    if (isWithinSoon(soon, event.from) && isOfKind(event, 'auto')) auto = true
    for (const pool of event.digest.rolls) nodes += pools[pool]?.max ?? 0
  }
  return { forced, stuck, auto, nodes }
}

/** Whether it changes a version before what counts as soon is over: what begins by day, before the night, goes back as little. */
function isSoon({ from, digest }: ForecastEvent, soon: CountedPeriod['soon']): boolean {
  return soon !== null && from < soon.end && digest.changes.some(({ to }) => to !== null)
}

function isSameBegin(a: ForecastEvent, b: ForecastEvent): boolean {
  const targets = ({ digest }: ForecastEvent) =>
    digest.changes.map(({ what, pool, to }) => `${what} ${pool} ${to}`).join()
  return a.from === b.from && targets(a) === targets(b)
}

function earliest(known: Instant | null, other: Instant): Instant {
  return known === null ? other : Math.min(known, other)
}
