import 'server-only'
import { Lookout } from '@/lib/engine/fleet/lookout'
import type { Instant } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { type Moment, momentOf } from './clock'
import { NotReady } from './errors'
import { advanceIndex, type BuildOptions, buildIndex, type FleetIndex } from './fleet-index'
import { isRead, theGarden } from './garden'

/** While nobody pinned the clock, answers may be this old, in milliseconds; they tell the instant that they are for. */
const fresh = 60_000
/** Indexes for pinned instants that are kept. */
const keptPins = 3

interface Indexes {
  /** The last one for now. */
  latest?: FleetIndex
  /** For pinned instants, the one used last at the end. */
  readonly pinned: Map<string, FleetIndex>
  /** Being computed, by what for. */
  readonly building: Map<string, Promise<FleetIndex>>
  /** Of the first copy of this module: what the engine remembers is then in memory once. */
  readonly build: (snapshot: Snapshot, at: Instant, options?: BuildOptions) => Promise<FleetIndex>
  readonly advance: typeof advanceIndex
  /** For now; pinned instants look on their own. */
  readonly lookout: Lookout
}

const key = Symbol.for('almanac.indexes')
const processWide: typeof globalThis & { [key]?: Indexes } = globalThis

function indexes(): Indexes {
  processWide[key] ??= {
    pinned: new Map(),
    building: new Map(),
    build: buildIndex,
    advance: advanceIndex,
    lookout: new Lookout(),
  }
  return processWide[key]
}

/** The index for `?at=`, else for now. While the garden is still being read, it has what is there. */
export async function indexAt(at: string | undefined): Promise<FleetIndex> {
  const moment = momentOf(at)
  const garden = theGarden()
  await isRead(garden)
  const snapshot = garden.snapshot()
  return moment.pinned ? pinnedIndex(snapshot, moment) : currentIndex(snapshot, moment)
}

/** The same, but throws `NotReady` while the garden is still being read: for questions about the whole landscape. */
export async function readIndexAt(at: string | undefined): Promise<FleetIndex> {
  if (!(await isRead(theGarden()))) throw new NotReady('The garden is still being read.')
  return indexAt(at)
}

async function currentIndex(snapshot: Snapshot, { at }: Moment): Promise<FleetIndex> {
  const all = indexes()
  const age = all.latest === undefined ? Number.POSITIVE_INFINITY : at - all.latest.at
  const usable = age >= 0 && age < fresh
  if (usable && all.latest?.snapshot === snapshot) return all.latest
  const { latest: before, lookout } = all
  const next = usable && before !== undefined ? all.advance(before, snapshot, lookout) : null
  if (next !== null) {
    all.latest = next
    return next
  }
  const options = { lookout, ...(before !== undefined && { before }) }
  const index = await build(`now ${snapshot.revision}`, snapshot, usable && before ? before.at : at, options)
  all.latest = index
  return index
}

async function pinnedIndex(snapshot: Snapshot, { at }: Moment): Promise<FleetIndex> {
  const all = indexes()
  const pin = `${at} ${snapshot.revision}`
  const known = all.pinned.get(pin)
  if (known?.snapshot === snapshot) {
    all.pinned.delete(pin)
    all.pinned.set(pin, known)
    return known
  }
  const index = await build(pin, snapshot, at)
  all.pinned.set(pin, index)
  for (const oldest of all.pinned.keys()) {
    if (all.pinned.size <= keptPins) break
    all.pinned.delete(oldest)
  }
  return index
}

/** One computation for all who ask the same at the same time. */
function build(id: string, snapshot: Snapshot, at: Instant, options?: BuildOptions): Promise<FleetIndex> {
  const { building, build } = indexes()
  let running = building.get(id)
  if (running === undefined) {
    running = build(snapshot, at, options).finally(() => building.delete(id))
    building.set(id, running)
  }
  return running
}
