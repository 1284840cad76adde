import type { RunningStage } from '@/lib/contract/common'
import { RUNNING_STAGES } from '@/lib/contract/words'
import { madeOnce, sumOf } from '@/lib/engine/grouped'
import { type ClusterForecast, type ForecastClass, type Forecaster, nothingAhead } from '@/lib/engine/outlook'
import type { Instant, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { Snapshot } from '@/lib/garden/garden'
import type { ForeseenGarden } from './foreseen-garden'
import type { Member, Roster } from './roster'
import type { RunningVersions } from './running'

export interface ShootClass extends ForecastClass {
  /** The stages of everything they run, as bits of `stageBit`. */
  readonly stages: number
}

/** A class and its place in the list of all classes of its landscape. */
export type PlacedClass = readonly [place: number, ShootClass]

/** Classes by number: a class keeps its number when others come and go. */
interface NumberedClasses {
  /** Shared by all landscapes that were advanced from one: it only grows. */
  readonly numbers: Map<ClassKey, number>
  /** The number of the class of each member, by its position in `roster.members`. */
  readonly ofMembers: Uint32Array
  /** Classes by number; undefined: no shoot belongs to this one any more. */
  readonly classes: ChunkedList<ShootClass | undefined>
}

/**
 * The shoots of a landscape, grouped by class. A change of one shoot updates the numbers only; the order of the classes and the shoots of
 * each are computed when they are first asked for.
 */
export class Classes {
  private inPlaces: { readonly classes: readonly ShootClass[]; readonly places: Uint32Array } | null = null
  private grouped: { readonly starts: Uint32Array; readonly positions: Uint32Array } | null = null
  private readonly ordered = new Map<readonly ShootClass[], readonly PlacedClass[]>()

  constructor(readonly numbered: NumberedClasses) {}

  /** All classes, ordered by the first shoot of each. */
  get all(): readonly ShootClass[] {
    return this.inOrderOfShoots().classes
  }

  /** The place of the class of each member, by its position in `roster.members`. */
  get places(): Uint32Array {
    return this.inOrderOfShoots().places
  }

  private inOrderOfShoots() {
    if (this.inPlaces !== null) return this.inPlaces
    const { ofMembers } = this.numbered
    const byNumber = this.numbered.classes.map((one) => one)
    const unknown = 0xffffffff
    const placeOf = new Uint32Array(byNumber.length).fill(unknown)
    const places = new Uint32Array(ofMembers.length)
    const classes: ShootClass[] = []
    for (let i = 0; i < places.length; i++) {
      const number = ofMembers[i] ?? 0
      const one = placeOf[number] === unknown ? byNumber[number] : undefined
      if (one !== undefined) placeOf[number] = classes.push(one) - 1
      places[i] = placeOf[number] ?? 0
    }
    this.inPlaces = { classes, places }
    return this.inPlaces
  }

  /** Some of the classes with their places, in order. The result is kept for each list. */
  inOrder(some: readonly ShootClass[]): readonly PlacedClass[] {
    return madeOnce(this.ordered, some, () => {
      const wanted = new Set(some)
      return this.all.flatMap((one, place): PlacedClass[] => (wanted.has(one) ? [[place, one]] : []))
    })
  }

  /** The positions in `roster.members` of the shoots of the class at a place, in order. */
  of(place: number): Uint32Array {
    this.grouped ??= this.inGroups()
    const { starts, positions } = this.grouped
    return positions.subarray(starts[place], starts[place + 1])
  }

  private inGroups() {
    const { places } = this
    const classes = this.all.length
    const starts = new Uint32Array(classes + 1)
    for (const place of places) starts[place + 1] = (starts[place + 1] ?? 0) + 1
    for (let place = 0; place < classes; place++) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0)
    const next = starts.slice()
    const positions = new Uint32Array(places.length)
    for (const [position, place] of places.entries()) {
      const to = next[place] ?? 0
      positions[to] = position
      next[place] = to + 1
    }
    return { starts, positions }
  }
}

/** What is ahead of every shoot of a snapshot, computed for one instant. */
export interface UnclassedLandscape {
  readonly snapshot: Snapshot
  readonly at: Instant
  /** The end of the forecast. */
  readonly until: Instant
  readonly roster: Roster
  /** The forecast of each member, by its position in `roster.members`. Shoots of one class with the same window share a forecast. */
  readonly forecasts: ChunkedList<ClusterForecast>
  /** It made the forecasts. What it remembers of profiles serves all questions about the landscape. */
  readonly forecaster: Forecaster
  /** What a profile says about versions at `at`. */
  readonly running: (profile: string) => RunningVersions
  /** Present if `at` lies ahead: then the shoots of `snapshot` are as the forecast has them. */
  readonly foreseen?: ForeseenGarden
}

/** A landscape whose shoots are grouped by class: shoots of a class run the same and have the same ahead. */
export interface ClassedLandscape extends UnclassedLandscape {
  readonly classes: Classes
}

/** The positions in the roster of the shoots of several classes, in order. Questions about few classes look at these shoots only. */
export function positionsOfClasses(landscape: ClassedLandscape, places: Iterable<number>): Uint32Array {
  const groups = Array.from(places, (place) => landscape.classes.of(place))
  const all = new Uint32Array(sumOf(groups, ({ length }) => length))
  let begin = 0
  for (const group of groups) {
    all.set(group, begin)
    begin += group.length
  }
  return all.sort()
}

/** Sorts the shoots of a landscape into classes, one after the other, in the order of the roster. */
export class ClassSorter {
  private readonly numbers = new Map<ClassKey, number>()
  private readonly classes: (ShootClass & ClassCounts)[] = []
  private readonly places: Uint32Array

  constructor(private readonly landscape: UnclassedLandscape) {
    this.places = new Uint32Array(landscape.roster.members.length)
  }

  add(member: Member, position: number, forecast: ClusterForecast): void {
    const place = numberOf(this.numbers, forecast, member)
    const one = this.classes[place] ?? classFrom(this.landscape, position)
    this.classes[place] = one
    this.places[position] = place
    addTo(one, member.shoot, 1)
  }

  done(): Classes {
    const { numbers, classes, places: ofMembers } = this
    return new Classes({ numbers, ofMembers, classes: ChunkedList.of(classes) })
  }
}

/** One member of a roster was replaced by another, or removed (`come` is null), or added (`gone` is null). */
export interface MemberChange {
  /** The position in the roster after all changes before this one. */
  readonly place: number
  readonly gone: Member | null
  readonly come: { readonly member: Member; readonly forecast: ClusterForecast } | null
}

/**
 * The classes of a landscape that differs from an earlier one in some members: only these are looked at. A class in which nothing
 * changed stays the same object, so that sums over classes can be continued.
 */
export function classesAfter(
  landscape: UnclassedLandscape,
  { classes: before }: ClassedLandscape,
  changes: readonly MemberChange[],
): Classes {
  const { numbers, classes: known, ofMembers: ofMembersBefore } = before.numbered
  /** The counts of the classes that change, by number. */
  const sums = new Map<number, ClassCounts>()
  const add = (number: number, shoot: Shoot, times: 1 | -1): void => {
    const sum = madeOnce(sums, number, () => copied(known.at(number) ?? noneOf(shoot)))
    addTo(sum, shoot, times)
  }
  let { length } = ofMembersBefore
  const room = new Uint32Array(length + changes.length)
  room.set(ofMembersBefore)
  for (const { place, gone, come } of changes) {
    if (gone !== null) add(room[place] ?? 0, gone.shoot, -1)
    else room.copyWithin(place + 1, place, length++)
    if (come === null) room.copyWithin(place, place + 1, length--)
    else {
      const number = numberOf(numbers, come.forecast, come.member)
      room[place] = number
      add(number, come.member.shoot, 1)
    }
  }
  const ofMembers = room.subarray(0, length)
  let classes = known
  for (const [number, sum] of sums) {
    const first = ofMembers.indexOf(number)
    const one = first < 0 ? undefined : classAt(landscape, first, known.at(number), sum)
    const unknown = Array<undefined>(Math.max(0, number - classes.length)).fill(undefined)
    classes = classes.toSpliced(number - unknown.length, number < classes.length ? 1 : 0, ...unknown, one)
  }
  return new Classes({ numbers, ofMembers, classes })
}

/** The class whose first shoot is at a position. If nothing about it changed, it is the same object as before. */
function classAt(
  landscape: UnclassedLandscape,
  first: number,
  before: ShootClass | undefined,
  sums: ClassCounts,
): ShootClass {
  const now = Object.assign(classFrom(landscape, first), sums)
  return before !== undefined && isSame(before, now) ? before : now
}

/** What a class sums up over its clusters. */
interface ClassCounts {
  clusters: number
  readonly pools: { min: number; max: number }[]
}

type ClassKey = ClusterForecast | string

function numberOf(numbers: Map<ClassKey, number>, forecast: ClusterForecast, member: Member): number {
  const key = forecast.node === null ? textOf(member) : forecast
  return madeOnce(numbers, key, () => numbers.size)
}

/** All shoots without events ahead share one forecast, so their classes are told apart by what they run. */
function textOf({ profile, shoot }: Member): string {
  const pools = shoot.workers.map(({ kubernetesVersion, image }) => [kubernetesVersion, image?.name, image?.version])
  return JSON.stringify([profile, shoot.kubernetesVersion, pools])
}

/** A class that counts no cluster yet. */
function classFrom(landscape: UnclassedLandscape, position: number): ShootClass & ClassCounts {
  const member = landscape.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot, profile } = member
  // An object made by spreading others would have a shape of its own in V8, for each of 50,000 classes: large, and slow to read.
  const { clusters, pools } = noneOf(shoot)
  return {
    profile,
    forecast: landscape.forecasts.at(position) ?? nothingAhead,
    example: shoot,
    stages: stagesOf(shoot, landscape.running(profile)),
    clusters,
    pools,
  }
}

export function stageBit(stage: RunningStage): number {
  return 1 << RUNNING_STAGES.indexOf(stage)
}

function stagesOf({ kubernetesVersion, workers }: Shoot, versions: RunningVersions): number {
  let bits = stageBit(versions.kubernetes(kubernetesVersion).stage)
  for (const { kubernetesVersion: own, image } of workers) {
    if (own !== undefined) bits |= stageBit(versions.kubernetes(own).stage)
    if (image !== undefined) bits |= stageBit(versions.image(image.name, image.version).stage)
  }
  return bits
}

function noneOf({ workers }: Shoot): ClassCounts {
  return { clusters: 0, pools: workers.map(() => ({ min: 0, max: 0 })) }
}

function copied({ clusters, pools }: Pick<ShootClass, 'clusters' | 'pools'>): ClassCounts {
  return { clusters, pools: pools.map((pool) => ({ ...pool })) }
}

function addTo(sums: ClassCounts, { workers }: Shoot, times: 1 | -1): void {
  sums.clusters += times
  for (const [pool, sum] of sums.pools.entries()) {
    sum.min += times * (workers[pool]?.minimum ?? 0)
    sum.max += times * (workers[pool]?.maximum ?? 0)
  }
}

function isSame(before: ShootClass, { example, stages, clusters, pools }: ShootClass): boolean {
  if (before.example !== example || before.stages !== stages || before.clusters !== clusters) return false
  return before.pools.every(({ min, max }, i) => pools[i]?.min === min && pools[i]?.max === max)
}
