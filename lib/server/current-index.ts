import 'server-only'
import { MemoizedProfiles } from '@/lib/engine/course'
import { FleetForecaster } from '@/lib/engine/fleet'
import type { Instant } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { type Moment, momentOf } from './clock'
import { NotReady } from './errors'
import { advanceIndex, type BuildOptions, buildIndex, type FleetIndex } from './fleet-index'
import { isRead, theGarden } from './garden'
import { processWide } from './kept'
import { countForecast } from './metrics/registry'
import { PinnedIndexes } from './pinned-indexes'

/** While nobody pinned the clock, answers may be this old, in milliseconds; they tell the instant that they are for. */
const fresh = 60_000

interface Indexes {
  /** The last one for now. */
  latest?: FleetIndex
  readonly pinned: PinnedIndexes
  /** Being computed for now, by revision. */
  readonly building: Map<string, Promise<FleetIndex>>
  /** For now; pinned instants look on their own. */
  readonly forecaster: FleetForecaster
}

function indexes(): Indexes {
  return processWide('indexes', () => {
    const profiles = new MemoizedProfiles()
    return {
      pinned: new PinnedIndexes(profiles),
      building: new Map(),
      forecaster: new FleetForecaster(profiles),
    }
  })
}

/** The index for `?at=`, see `PinnedIndexes`, else for now. While the garden is still being read, it has what is there. */
export async function indexAt(at: string | undefined): Promise<FleetIndex> {
  const moment = momentOf(at)
  const garden = theGarden()
  await isRead(garden)
  const snapshot = garden.snapshot()
  if (moment.pinned) return indexes().pinned.at(snapshot, moment.at, momentOf(undefined).at)
  return currentIndex(snapshot, moment)
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
  const { latest: before, forecaster } = all
  const begin = performance.now()
  const options = { forecaster, ...(before !== undefined && { before }) }
  const index =
    (usable && before !== undefined ? advanceIndex(before, snapshot) : null) ??
    (await build(snapshot, usable && before ? before.at : at, options))
  countForecast((performance.now() - begin) / 1000)
  all.latest = index
  return index
}

/** One computation for all who ask the same at the same time. */
function build(snapshot: Snapshot, at: Instant, options: BuildOptions): Promise<FleetIndex> {
  const { building } = indexes()
  let running = building.get(snapshot.revision)
  if (running === undefined) {
    running = buildIndex(snapshot, at, options).finally(() => building.delete(snapshot.revision))
    building.set(snapshot.revision, running)
  }
  return running
}
