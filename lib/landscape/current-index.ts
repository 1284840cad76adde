import 'server-only'
import { MemoizedProfiles } from '@/lib/engine/course'
import { FleetForecaster } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import type { Garden, Snapshot } from '@/lib/garden'
import { theLandscapes } from '@/lib/process/costly'
import { NotReady } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { forEverybody } from '@/lib/process/on-behalf'
import { subscribers } from '@/lib/process/subscribers'
import { TimeSlice } from '@/lib/process/time-slice'
import { momentOf, nowOf } from './clock'
import { advanceIndex, type BuildOptions, buildIndex, type FleetIndex } from './fleet-index'
import { isRead } from './garden'
import { PinnedIndexes } from './pinned-indexes'

/** While nobody pinned the clock, answers may be this old, in milliseconds; they tell the instant that they are for. */
const fresh = 60_000
/** From this age on the next one is made while they are told from the last, so that nobody waits for it. */
const renewedAfter = 40_000

type ComputeAhead = (index: FleetIndex, before: FleetIndex | null, slice?: TimeSlice) => Promise<void>

export const ofNew = subscribers<ComputeAhead>('a new index')

/**
 * What most readers ask is computed of an index for now before they are told from it: of the first that is made of a garden (then
 * `before` is null), and of each that is made in the background, a slice at a time.
 */
export const onNew = ofNew.add

const ofComputed = subscribers<(seconds: number) => void>('a computed index')

/** Tells how long each index took that was made or advanced. */
export const onComputed = ofComputed.add

/** What was computed of a garden. */
interface Indexes {
  /** The last one for now. */
  latest?: FleetIndex
  /** Whether the next one is being made, though the last may still be told. */
  isRenewed?: boolean
  readonly pinned: PinnedIndexes
  /** Being computed for now, by revision. */
  readonly building: Map<string, Promise<FleetIndex>>
  /** For now; pinned instants look on their own. */
  readonly forecaster: FleetForecaster
}

/** Gardens that are cut from one hold the same profiles, and share what is remembered of these. */
function indexesOf(garden: Garden): Indexes {
  const all = processWide('indexes', () => ({
    profiles: new MemoizedProfiles(),
    ofGarden: new WeakMap<Garden, Indexes>(),
    gardens: 0,
  }))
  let known = all.ofGarden.get(garden)
  if (known === undefined) {
    known = {
      pinned: new PinnedIndexes(all.profiles, `garden ${++all.gardens}`, theLandscapes()),
      building: new Map(),
      forecaster: new FleetForecaster(all.profiles),
    }
    all.ofGarden.set(garden, known)
  }
  return known
}

/** The index for `?at=`, see `PinnedIndexes`, else for now. While the garden is still being read, it has what is there. */
export async function indexAt(garden: Garden, at: string | undefined): Promise<FleetIndex> {
  const { at: wanted, pinned } = momentOf(at)
  await isRead(garden)
  const snapshot = garden.snapshot()
  const indexes = indexesOf(garden)
  if (pinned) return indexes.pinned.at(snapshot, wanted, nowOf(snapshot))
  // The past stays as it is, and so does its clock.
  if (snapshot.seen !== undefined) return indexes.pinned.at(snapshot, snapshot.seen, snapshot.seen)
  return currentIndex(indexes, snapshot, wanted)
}

/** The same, but throws `NotReady` while the garden is still being read: for questions about the whole landscape. */
export async function readIndexAt(garden: Garden, at: string | undefined): Promise<FleetIndex> {
  if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
  return indexAt(garden, at)
}

/** The same of what a garden was cut from. Null: it was cut from nothing, and has all that there is. */
export async function uncutIndexAt({ uncut }: Garden, at: string | undefined): Promise<FleetIndex | null> {
  return uncut === undefined ? null : readIndexAt(uncut, at)
}

async function currentIndex(indexes: Indexes, snapshot: Snapshot, at: Instant): Promise<FleetIndex> {
  const { latest, forecaster } = indexes
  const age = latest === undefined ? Number.POSITIVE_INFINITY : at - latest.at
  const usable = age >= 0 && age < fresh
  const isSame = latest?.snapshot === snapshot
  if (latest !== undefined && usable && age >= renewedAfter) renew(indexes, snapshot, at)
  if (usable && isSame) return latest
  const begin = performance.now()
  // Also when the clock has moved on, what changed is a small part of what there is, and the rest of a roster is taken over.
  const before = latest && (isSame ? latest : (advanceIndex(latest, snapshot) ?? latest))
  const index =
    usable && before?.snapshot === snapshot
      ? before
      : await build(indexes, snapshot, usable && before ? before.at : at, { forecaster, ...(before && { before }) })
  const seconds = (performance.now() - begin) / 1000
  for (const tell of ofComputed) tell(seconds)
  indexes.latest = index
  return index
}

/** Makes the next index in the background, and what most readers ask of it. */
function renew(indexes: Indexes, snapshot: Snapshot, at: Instant): void {
  const { latest: before, forecaster } = indexes
  if (before === undefined || indexes.isRenewed) return
  indexes.isRenewed = true
  const same = advanceIndex(before, snapshot) ?? before
  const slice = new TimeSlice('background')
  build(indexes, snapshot, at, { forecaster, before: same, slice })
    .then(async (index) => {
      await forEverybody(async () => {
        for (const computeAhead of ofNew) await computeAhead(index, before, slice)
      })
      if ((indexes.latest?.at ?? 0) < at) indexes.latest = index
    })
    // Whoever asks when the last one is too old is told why it cannot be made.
    .catch(() => {})
    .finally(() => {
      indexes.isRenewed = false
    })
}

/** One computation for all who ask the same at the same time. */
function build({ building }: Indexes, snapshot: Snapshot, at: Instant, options: BuildOptions): Promise<FleetIndex> {
  let running = building.get(snapshot.revision)
  if (running === undefined) {
    running = forEverybody(() => buildIndex(snapshot, at, options)).finally(() => building.delete(snapshot.revision))
    building.set(snapshot.revision, running)
  }
  return running
}

/**
 * For what must not take a cluster for gone that could only not be read. Throws `NotReady` meanwhile. What whoever asks may not
 * see is not read later either: it counts what Almanac has read.
 */
export async function wholeIndexAt(garden: Garden, at: string | undefined): Promise<FleetIndex> {
  const index = await readIndexAt(garden, at)
  const { state, reason, resources } = (garden.uncut ?? garden).status()
  const isRead = resources.every(({ state }) => state === 'synced' || state === 'stale')
  if (state === 'failed' || !isRead) throw new NotReady(reason ?? 'Not all of the garden has been read.')
  return index
}
