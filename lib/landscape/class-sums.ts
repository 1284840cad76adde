import { LRUCache } from 'lru-cache'
import type { EventKind } from '@/lib/contract/common'
import { madeOnce } from '@/lib/engine/grouped'
import { type ClusterForecast, type ForecastEvent, firstEventOf } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { eachOf } from '@/lib/process/event-loop'
import { oncePerProcess } from '@/lib/process/kept'
import type { ClassedLandscape, Classes, ShootClass } from './classes'

/** A sum over the classes of a landscape. What a class adds depends on this class alone. */
export interface ClassSum {
  /** Adds a class, or subtracts what it added. */
  add(shoots: ShootClass, times: 1 | -1): void
  /** The result so far. It shares no object that changes when more is added. */
  told(landscape: ClassedLandscape): unknown
}

/** Sums that are made in one walk, by name. */
type SumsByName = Readonly<Record<string, new (landscape: ClassedLandscape, zone: string) => ClassSum>>

type ToldSums<S extends SumsByName> = { readonly [Name in keyof S]: ReturnType<InstanceType<S[Name]>['told']> }

/** Sums, and the classes that were added. */
interface AddedSums {
  readonly sums: ReadonlyMap<string, ClassSum>
  classes: ByNumber
}

type ByNumber = Classes['numbered']['classes']

/** How many zones are kept: users of one landscape live in few. */
const keptZones = 16
/** Up to so many changed classes, sums are updated in one turn; beyond that they are made anew. */
const mostDifferences = 512

/**
 * Sums over the classes of a landscape, made in one walk. As long as the instant and the profiles stay the same, a change of the garden
 * subtracts the classes that are gone and adds those that came.
 * @param name unique in the process
 */
export function classSums<S extends SumsByName>(
  name: string,
  made: S,
): (landscape: ClassedLandscape, zone?: string) => Promise<ToldSums<S>> {
  const kept = oncePerProcess(
    name,
    (_: Classes['numbered']['numbers']) => new LRUCache<string, AddedSums>({ max: keptZones }),
  )
  const told = ({ sums }: AddedSums, landscape: ClassedLandscape) =>
    Object.fromEntries([...sums].map(([one, sum]) => [one, sum.told(landscape)])) as ToldSums<S>
  const add = ({ sums }: AddedSums, one: ShootClass, times: 1 | -1) => {
    for (const sum of sums.values()) sum.add(one, times)
  }
  return async (landscape, zone = 'UTC') => {
    const { numbers, classes } = landscape.classes.numbered
    const known = kept(numbers).get(zone)
    const differences = known && differencesOf(known.classes, classes)
    // In one turn of the event loop: another question may update the same sums to its own landscape.
    if (known !== undefined && differences !== null && differences !== undefined) {
      for (const one of differences.gone) add(known, one, -1)
      for (const one of differences.come) add(known, one, 1)
      known.classes = classes
      return told(known, landscape)
    }
    const sums = new Map(Object.entries(made).map(([one, Sum]) => [one, new Sum(landscape, zone)]))
    const added = { sums, classes }
    await eachOf(landscape.classes.all, (one) => add(added, one, 1))
    kept(numbers).set(zone, added)
    return told(added, landscape)
  }
}

/** The classes that changed: one that did not is the same object. Null: too many changed. */
function differencesOf(before: ByNumber, after: ByNumber) {
  const [was, is] = [new Set(before.notIn(after)), new Set(after.notIn(before))]
  const only = (some: typeof was, others: typeof was) =>
    [...some].flatMap((one) => (one === undefined || others.has(one) ? [] : [one]))
  const [gone, come] = [only(was, is), only(is, was)]
  return gone.length + come.length > mostDifferences ? null : { gone, come }
}

export interface ProfileFigures {
  clusters: number
  /** The clusters with a forced update within 90 days. */
  forced90: number
  /** The clusters with an update that fails within 90 days. */
  stuck: number
}

const none: Readonly<ProfileFigures> = { clusters: 0, forced90: 0, stuck: 0 }

/** Sums up the users of each profile and what is ahead of them, by the key of the profile. */
export class ProfileSum implements ClassSum {
  private readonly profiles = new Map<string, ProfileFigures>()

  constructor(private readonly landscape: ClassedLandscape) {}

  add({ profile, forecast, clusters: own }: ShootClass, times: 1 | -1): void {
    const clusters = times * own
    const figures = madeOnce(this.profiles, profile, () => ({ ...none }))
    figures.clusters += clusters
    if (happensWithin(this.landscape, forecast, 'forced', 90)) figures.forced90 += clusters
    if (happensWithin(this.landscape, forecast, 'fails', 90)) figures.stuck += clusters
  }

  told(): ReadonlyMap<string, ProfileFigures> {
    const used = [...this.profiles].filter(([, { clusters }]) => clusters > 0)
    return new Map(used.map(([profile, figures]) => [profile, { ...figures }]))
  }
}

/** The users of each profile and what is ahead of them, by the key of the profile. */
export interface FiguresByProfile {
  readonly figures: ReadonlyMap<string, ProfileFigures>
}

/** The figures of a profile: its clusters and what is ahead of them. */
export function figuresOf({ figures }: FiguresByProfile, profile: string): Readonly<ProfileFigures> {
  return figures.get(profile) ?? none
}

/** Keys of the profiles that clusters use, known or not, in order. */
export function profilesInUse({ figures }: FiguresByProfile): string[] {
  return [...figures.keys()].sort()
}

/** Whether the last maintenance failed and the next one fails again: what pages call stuck already. Shoots of a class are alike in this. */
export function failsAgain(
  landscape: Pick<ClassedLandscape, 'at'>,
  [next]: readonly ForecastEvent[],
  { lastMaintenance }: Shoot,
): boolean {
  return lastMaintenance?.state === 'Failed' && next?.kind === 'fails' && next.from < landscape.at + DAY
}

/** Whether an event of the kind begins within so many days: the one rule behind every figure and every filter. */
export function happensWithin(
  landscape: Pick<ClassedLandscape, 'at'>,
  forecast: ClusterForecast,
  kind: EventKind,
  days: number,
): boolean {
  const first = firstEventOf(forecast, kind)
  return first !== undefined && first <= landscape.at + days * DAY
}
