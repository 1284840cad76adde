import type { TransitionNode } from '@/lib/engine/course'
import type { FleetClass } from '@/lib/engine/fleet'
import { PerWindow, Phases } from '@/lib/engine/fleet'
import {
  boundariesIn,
  type CompiledProfile,
  firstDay,
  lastDay,
  momentOn,
  type Schedule,
  scheduleOf,
} from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'

/** Which paths the classes of a profile go as it is. Classes that are never maintained go none. */
export interface ClassPaths {
  /** Of all classes of the profile, those that go no path included. */
  readonly clusters: number
  readonly paths: readonly Path[]
  /** All nodes that any path leads through; segments name them by their place here. */
  readonly nodes: readonly TransitionNode[]
  /** Of all nodes: the shoots that have one of the pools alone, or the node itself where more than pools decides. */
  readonly parts: readonly TransitionNode[]
  /** By place of the node: the places of its parts, each once. */
  readonly partsOf: readonly (readonly number[])[]
  /** One for all classes with the same window. */
  readonly schedules: readonly Schedule[]
  /** By place of the class in its list: that of its schedule in the other. */
  readonly scheduleOf: Uint32Array
}

/** One for all classes that begin as the same shoot and find the same on the same days. */
export interface Path {
  /** In order of time, without gaps. */
  readonly segments: readonly Segment[]
  /** The classes that go it: their places in the list of all, ascending. */
  readonly places: number[]
  /** Of each of them, one after the other: clusters, then the bounds of each pool. Side by side they are read quickly. */
  readonly sizes: number[]
}

/** The days whose maintenances find the shoots at a node; both included. */
export interface Segment {
  readonly node: number
  readonly first: number
  last: number
}

interface Period {
  readonly from: Instant
  readonly to: Instant
}

/** So many classes are looked at in a step. */
const stepLength = 64

/** In steps. `compiled`: the profile of the classes that are looked for; `profile`: its key. */
export function* classPathsOf(
  classes: readonly FleetClass[],
  profile: string,
  compiled: CompiledProfile,
  period: Period,
): Generator<undefined, ClassPaths> {
  const phases = new Phases(boundariesIn(compiled), period.from, period.to)
  const windows = new PerWindow((window, number) => {
    const schedule = scheduleOf(window, 'latestStart')
    schedules.push(schedule)
    return { schedule, number, phase: phases.of(schedule) }
  })
  const schedules: Schedule[] = []
  const numbers = new Map<TransitionNode, number>()
  const paths = new Map<TransitionNode, (Path | undefined)[]>()
  const found: Path[] = []
  const numberOf = new Uint32Array(classes.length)
  let clusters = 0
  for (const [place, one] of classes.entries()) {
    if (one.profile !== profile) continue
    if (place % stepLength === 0) yield
    clusters += one.clusters
    const { start } = one.forecast
    if (start === null) continue
    const { schedule, number, phase } = windows.of(one.example)
    numberOf[place] = number
    const there = paths.get(start) ?? []
    paths.set(start, there)
    let path = there[phase]
    if (path === undefined) {
      path = { segments: segmentsFrom(start, schedule, period, numbers), places: [], sizes: [] }
      there[phase] = path
      found.push(path)
    }
    path.places.push(place)
    path.sizes.push(one.clusters, ...one.pools.flatMap(({ min, max }) => [min, max]))
  }
  const nodes = [...numbers.keys()]
  const parts = new Map<TransitionNode, number>()
  const partsOf = nodes.map((node) => {
    const places = (node.alone ?? [node]).map((part) => {
      const place = parts.get(part) ?? parts.size
      parts.set(part, place)
      return place
    })
    return [...new Set(places)]
  })
  return {
    clusters,
    paths: found,
    nodes,
    parts: [...parts.keys()],
    partsOf,
    schedules,
    scheduleOf: numberOf,
  }
}

function segmentsFrom(
  start: TransitionNode,
  schedule: Schedule,
  { from, to }: Period,
  numbers: Map<TransitionNode, number>,
): Segment[] {
  const segments: Segment[] = []
  const end = lastDay(schedule, to)
  let node = start
  let day = firstDay(schedule, from)
  while (day <= end) {
    const { settled, until, next } = node.at(momentOn(schedule, day))
    // What comes out the same again may still find something else: an update that failed the night before.
    const last = settled && next === node ? Math.min(end, lastDay(schedule, until)) : day
    const number = numbers.get(node) ?? numbers.size
    numbers.set(node, number)
    const segment = segments.at(-1)
    if (segment?.node === number) segment.last = last
    else segments.push({ node: number, first: day, last })
    node = next
    day = last + 1
  }
  return segments
}
