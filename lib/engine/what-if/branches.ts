import type { TransitionNode } from '@/lib/engine/course'
import { isSameMaintenance } from '@/lib/engine/course'
import type { Digests, EventKind, FleetClass, Nodes, PlanEntry } from '@/lib/engine/fleet'
import { type Ahead, type Event, eventsOf, isOfKind } from '@/lib/engine/fleet'
import type { Run, Schedule } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import type { ClassPaths } from './class-paths'
import { type Divergence, Divergences, type PathDivergence } from './divergences'
import { EditedForecasts } from './edited-forecasts'
import type { EditedGraph } from './edited-graph'
import type { SameDays } from './same-days'

/** Where classes leave the path that they go without edits: from there on it is the same for all of them, day by day. */
export interface Branch {
  readonly node: TransitionNode
  /** The first on which anything may be different, counted as in `Schedule`. */
  readonly day: number
  readonly clusters: number
  /** By position of the pool. */
  readonly pools: readonly Nodes[]
  /** What is ahead of the first of them at the branch, without and with edits. For the others only windows are different. */
  readonly before: Ahead
  readonly after: Ahead
}

export interface Branches {
  readonly branches: readonly Branch[]
  /** By place of the class in the list: where its branch is in the other; -1: it stays on its path. */
  readonly places: Int32Array
}

export interface BranchesInput {
  readonly classes: readonly FleetClass[]
  readonly classPaths: ClassPaths
  readonly graph: EditedGraph
  readonly alike: (schedule: Schedule) => SameDays
  readonly from: Instant
  readonly to: Instant
  readonly digests: Digests
}

/** So many paths are gone, and so many branches found, in a step. */
const stepLength = 16

/** The branches of all classes whose maintenances are touched, in the order of their first class; in steps. */
export function* branchesOf(input: BranchesInput): Generator<undefined, Branches> {
  const { openBranches, places } = yield* openBranchesOf(input)
  const editedForecasts = new EditedForecasts(input.graph, input.to, input.digests)
  const branches: Branch[] = []
  for (const [i, openBranch] of openBranches.entries()) {
    if (i % stepLength === 0) yield
    branches.push(branchAt(openBranch, editedForecasts, input.from))
  }
  return { branches, places }
}

/** A divergence with those who come to it. */
interface DivergencePoint {
  readonly divergence: Divergence
  latest: OpenBranch | null
  /** What the edits bring; null: nobody has asked. */
  entries: readonly PlanEntry[] | null
}

/** What was before a branch; one object for the same. */
interface History {
  readonly seen: readonly EventKind[]
  /** Which parts failed in the last event, see `Digest.failing`. */
  readonly failing: string
}

/** Those of a point that have the same behind them, and whose windows begin on the same days. */
interface OpenBranch {
  readonly point: DivergencePoint
  /** In the list of all. */
  readonly place: number
  readonly begins: number
  readonly history: History
  /** See `PathDivergence`. */
  readonly going: Run | null
  /** The same for those whose nodes are not there on the same days; empty: they always are. */
  readonly sleeps: string
  /** The first that comes here. */
  readonly example: FleetClass
  readonly schedule: Schedule
  clusters: number
  readonly pools: { min: number; max: number }[]
  /** The one of the point that was found before it. */
  readonly earlier: OpenBranch | null
}

function* openBranchesOf({ classes, classPaths, graph, alike }: BranchesInput) {
  const days = classPaths.schedules.map(alike)
  for (const [i, part] of classPaths.parts.entries()) {
    if (i % stepLength === 0) yield
    // The graph remembers it.
    graph.touchedIn(part)
  }
  const divergences = new Divergences(classPaths, graph)
  const points = new Map<Divergence, DivergencePoint>()
  const histories = new Histories()
  const openBranches: OpenBranch[] = []
  const places = new Int32Array(classes.length).fill(-1)
  for (const [done, path] of classPaths.paths.entries()) {
    if (done % stepLength === 0) yield
    let phase = -1
    let left: PathDivergence | null = null
    let point: DivergencePoint | null = null
    let history: History | null = null
    const width = path.sizes.length / path.places.length
    for (const [i, place] of path.places.entries()) {
      const number = classPaths.scheduleOf[place] ?? 0
      const [schedule, same] = [classPaths.schedules[number], days[number]]
      if (schedule === undefined || same === undefined) continue
      if (same.phase !== phase) {
        phase = same.phase
        left = divergences.of(path.segments, schedule, phase)
        point = left && pointAt(points, left.divergence)
        // All who go one path have had the same by a day, each in its own windows.
        history = left && histories.before(left.divergence.day, classes[place]?.forecast.events ?? [])
      }
      if (left === null || point === null || history === null) continue
      const { begins } = same
      const { going } = left
      const sleep = classes[place]?.forecast.sleep ?? null
      // Whether they sleep depends on the time of their window as well.
      const sleeps = sleep === null ? '' : `${sleep.key} ${schedule.offset}`
      let openBranch = openBranchIn(point, { begins, history, going, sleeps })
      if (openBranch === null) {
        const one = classes[place]
        if (one === undefined) continue
        const pools = one.pools.map(() => ({ min: 0, max: 0 }))
        const earlier = point.latest
        openBranch = {
          point,
          place: openBranches.length,
          begins,
          history,
          going,
          sleeps,
          example: one,
          schedule,
          clusters: 0,
          pools,
          earlier,
        }
        point.latest = openBranch
        openBranches.push(openBranch)
      }
      places[place] = openBranch.place
      join(openBranch, path.sizes, i * width)
    }
  }
  return { openBranches, places }
}

function pointAt(points: Map<Divergence, DivergencePoint>, divergence: Divergence): DivergencePoint {
  let point = points.get(divergence)
  if (point === undefined) {
    point = { divergence, latest: null, entries: null }
    points.set(divergence, point)
  }
  return point
}

function openBranchIn(
  { latest }: DivergencePoint,
  { begins, history, going, sleeps }: Pick<OpenBranch, 'begins' | 'history' | 'going' | 'sleeps'>,
): OpenBranch | null {
  let one = latest
  while (
    one !== null &&
    (one.begins !== begins || one.history !== history || one.going !== going || one.sleeps !== sleeps)
  ) {
    one = one.earlier
  }
  return one
}

/** The place of the first event from a day on; their number: there is none. */
function placeOn(events: readonly Event[], day: number): number {
  let place = 0
  for (const event of events) {
    if (event.day >= day) break
    place++
  }
  return place
}

/** `sizes`: as of a path; those of one class are from `at` on. */
function join(openBranch: OpenBranch, sizes: readonly number[], at: number): void {
  openBranch.clusters += sizes[at] ?? 0
  let next = at + 1
  for (const sum of openBranch.pools) {
    sum.min += sizes[next] ?? 0
    sum.max += sizes[next + 1] ?? 0
    next += 2
  }
}

const COUNTED: readonly EventKind[] = ['forced', 'fails', 'auto']

/** One object for what is the same. */
class Histories {
  private readonly known = new Map<string, History>()

  /** Of what was ahead: what is behind on a day. */
  before(day: number, events: readonly Event[]): History {
    const past = events.slice(0, placeOn(events, day))
    const seen = COUNTED.filter((kind) => past.some((event) => isOfKind(event, kind)))
    const failing = past.at(-1)?.digest.failing ?? ''
    const key = `${seen}|${failing}`
    let history = this.known.get(key)
    if (history === undefined) {
      history = { seen, failing }
      this.known.set(key, history)
    }
    return history
  }
}

function branchAt(openBranch: OpenBranch, editedForecasts: EditedForecasts, from: Instant): Branch {
  const { point, schedule, clusters, pools, example } = openBranch
  const { seen } = openBranch.history
  const { node, day } = point.divergence
  const { events, sleep } = example.forecast
  const begin = placeOn(events, day)
  const previous = events[begin - 1]?.digest ?? null
  const before = { events: begin === 0 ? events : events.slice(begin), seen, previous }
  const after = { events: eventsOf(entriesAt(openBranch, editedForecasts), { schedule, from, sleep }), seen, previous }
  return { node, day, clusters, pools, before, after }
}

function entriesAt({ point, schedule, going, example: { example } }: OpenBranch, editedForecasts: EditedForecasts) {
  if (going !== null) {
    const { run, entries } = editedForecasts.followed(point.divergence, example, schedule)
    return run !== null && isSameMaintenance(going, run) ? entries.slice(1) : entries
  }
  point.entries ??= editedForecasts.from(point.divergence, example, schedule)
  return point.entries
}
