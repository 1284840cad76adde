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

/** A class, and where it stands among those of its landscape. */
export type PlacedClass = readonly [place: number, ShootClass]

/** Classes by numbers that stay when others come and go. */
interface NumberedClasses {
  /** Shared by all landscapes that come of one: it only grows. */
  readonly numbers: Map<ClassKey, number>
  /** Of `roster.members`, by position: the number of its class. */
  readonly ofMembers: Uint32Array
  /** By number; undefined: no shoot is of it any more. */
  readonly classes: ChunkedList<ShootClass | undefined>
}

/**
 * The shoots of a landscape in classes. A change of one shoot goes by numbers; their order, and who is of each, is found when it is first
 * asked for.
 */
export class Classes {
  private inPlaces: { readonly classes: readonly ShootClass[]; readonly places: Uint32Array } | null = null
  private grouped: { readonly starts: Uint32Array; readonly positions: Uint32Array } | null = null
  private readonly ordered = new Map<readonly ShootClass[], readonly PlacedClass[]>()

  constructor(readonly numbered: NumberedClasses) {}

  /** In the order of the first shoot of each. */
  get all(): readonly ShootClass[] {
    return this.inOrderOfShoots().classes
  }

  /** Of `roster.members`, by position: the place of its class. */
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

  /** Some of them with their places, in order: looked up once for all that ask about the same list. */
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
  /** The horizon. */
  readonly until: Instant
  readonly roster: Roster
  /** Of `roster.members`, by position. Shoots of a class with the same window share one. */
  readonly forecasts: ChunkedList<ClusterForecast>
  /** Foresaw them; what it remembers of profiles serves all questions about the landscape. */
  readonly forecaster: Forecaster
  /** What a profile says about versions at `at`. */
  readonly running: (profile: string) => RunningVersions
  /** Where `at` lies ahead: the shoots of `snapshot` were moved on. */
  readonly foreseen?: ForeseenGarden
}

/** The same with its shoots in classes: those that are alike in what they run and in what is ahead of them. */
export interface ClassedLandscape extends UnclassedLandscape {
  readonly classes: Classes
}

/** Positions in the roster of the shoots of several classes, in order: what is about few classes looks at no other shoots. */
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

/** That one member of a roster became another, or is gone (`come` is null), or came (`gone` is null). */
export interface MemberChange {
  /** After all changes before it. */
  readonly place: number
  readonly gone: Member | null
  readonly come: { readonly member: Member; readonly forecast: ClusterForecast } | null
}

/**
 * The same for a landscape that came of another one by changes of some members: only these are looked at. A class in which
 * nothing changed is the same object, so that what was added up over classes goes on from there.
 */
export function classesAfter(
  landscape: UnclassedLandscape,
  { classes: before }: ClassedLandscape,
  changes: readonly MemberChange[],
): Classes {
  const { numbers, classes: known, ofMembers: ofMembersBefore } = before.numbered
  /** Of classes that change, by number. */
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

/** The class of which the first shoot is at a position: that of before where nothing about it changed. */
function classAt(
  landscape: UnclassedLandscape,
  first: number,
  before: ShootClass | undefined,
  sums: ClassCounts,
): ShootClass {
  const now = Object.assign(classFrom(landscape, first), sums)
  return before !== undefined && isSame(before, now) ? before : now
}

/** What a class adds up of its clusters. */
interface ClassCounts {
  clusters: number
  readonly pools: { min: number; max: number }[]
}

type ClassKey = ClusterForecast | string

function numberOf(numbers: Map<ClassKey, number>, forecast: ClusterForecast, member: Member): number {
  const key = forecast.node === null ? textOf(member) : forecast
  return madeOnce(numbers, key, () => numbers.size)
}

/** Shoots that nothing is ahead of share one forecast; what they run tells them apart. */
function textOf({ profile, shoot }: Member): string {
  const pools = shoot.workers.map(({ kubernetesVersion, image }) => [kubernetesVersion, image?.name, image?.version])
  return JSON.stringify([profile, shoot.kubernetesVersion, pools])
}

/** With no cluster yet. */
function classFrom(landscape: UnclassedLandscape, position: number): ShootClass & ClassCounts {
  const member = landscape.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot, profile } = member
  // Put together of others, each of 50,000 would have a shape of its own for V8: that is as large as the class, and slow to read.
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
