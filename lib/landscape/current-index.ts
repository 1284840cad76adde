import 'server-only'
import { setFlagsFromString } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { MemoizedProfiles } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import { oncePer } from '@/lib/engine/once'
import { FleetForecaster } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import type { Garden, Snapshot } from '@/lib/garden'
import { NotReady } from '@/lib/process/errors'
import { Jobs, subscribers, theLandscapes } from '@/lib/process/jobs'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { forEverybody, inBackground } from '@/lib/process/on-behalf'
import { momentOf, nowOf } from './clock'
import { advanceIndex, buildIndex, buildIndexAhead, type FleetIndex } from './fleet-index'
import { holdsFrom } from './foreseen-garden'
import { isRead, untilRead } from './garden'

/** So many are kept. */
const kept = 3
/** What was foreseen from an instant may be told for so long, in milliseconds, like every answer for now. */
const foreseenFresh = 60_000

/** The indexes for pinned instants, those that were used last. */
export class PinnedIndexes {
  private readonly known = new LRUCache<string, FleetIndex>({ max: kept })

  /**
   * @param name of the garden, in the keys of `building`
   * @param building for several gardens: whatever is being computed for an instant
   */
  constructor(
    private readonly profiles: MemoizedProfiles,
    private readonly name = '',
    private readonly building = new Jobs(),
  ) {}

  /**
   * For an instant that lies ahead every cluster is moved on to it, as if nothing was done from now on: what the garden holds counts
   * as true until now, as it does on pages whose clock runs, so that what these foresee has happened here. A garden that says it
   * was read later than now (a demo with a birthday to come) is moved on from then. Any other instant has today's landscape at
   * that hour: what it was like then is not kept.
   */
  async at(snapshot: Snapshot, at: Instant, now: Instant, before?: FleetIndex): Promise<FleetIndex> {
    const from = Math.max(now, snapshot.observedAt)
    const pin = `${at} ${snapshot.revision}`
    const known = this.known.get(pin)
    const index =
      known !== undefined && isUsable(known, snapshot, from) ? known : await this.build(snapshot, at, from, before)
    this.known.set(pin, index)
    return index
  }

  private build(snapshot: Snapshot, at: Instant, from: Instant, before?: FleetIndex): Promise<FleetIndex> {
    const key = `${this.name} ${at} ${snapshot.revision} ${at > from}`
    return this.building.ask(key, () => buildIndexAhead(snapshot, from, at, this.profiles, before))
  }
}

/** Whether an index may still be told when it would be made from that instant on now. */
function isUsable({ snapshot: shown, foreseen, at }: FleetIndex, snapshot: Snapshot, from: Instant): boolean {
  if (foreseen === undefined) return shown === snapshot && at <= from
  if (foreseen.recorded !== snapshot || at <= from) return false
  return Math.abs(from - foreseen.from) < foreseenFresh || holdsFrom(foreseen, from)
}

/** While the clock is not pinned, and questions come, answers are at most this old, in milliseconds; they tell the instant that they are for. */
const fresh = 60_000
/** From this age on the next one is made, while they are told from the last: no client waits for it. */
const renewedAfter = 40_000
/** For so long after the last question, in milliseconds; then less often. */
const renewedFor = 600_000
/** While no client asks, the next one is made from this age on: the first one to ask is told one that is not much older. */
const quietlyRenewedAfter = 600_000
/** An older one is told at once up to this age, and the next one made behind it. */
const stillTold = 900_000

type ComputeAhead = (index: FleetIndex, before: FleetIndex | null) => Promise<void>

const ofNew = subscribers<ComputeAhead>('a new index')

/**
 * What most readers ask is computed of an index for now before they are told from it: of the first that is made of a garden (then
 * `before` is null), and of each that is made in the background.
 */
export const onNew = ofNew.add

const ofComputed = subscribers<(seconds: number) => void>('a computed index')

/** Tells how long each index took that was made or advanced. */
export const onComputed = ofComputed.add

/** What was computed of a garden. */
interface GardenIndexes {
  /** The last one for now. */
  latest?: FleetIndex
  /** When it was asked for last. */
  askedAt: Instant
  /** Waits until the next one is made. */
  renewal?: NodeJS.Timeout
  isRenewing?: boolean
  /** Of what readers ask for first. */
  preparation?: Promise<void>
  readonly pinned: PinnedIndexes
  /** Being computed for now, by revision. */
  readonly building: Map<string, Promise<FleetIndex>>
  /** For now; pinned instants look on their own. */
  readonly forecaster: FleetForecaster
}

/** Gardens that are cut from one hold the same profiles, and share what is remembered of these. */
const indexesOf = processWide('indexes', () => {
  const profiles = new MemoizedProfiles()
  let gardens = 0
  return oncePer(
    (_: Garden): GardenIndexes => ({
      pinned: new PinnedIndexes(profiles, `garden ${++gardens}`, theLandscapes()),
      building: new Map(),
      askedAt: 0,
      forecaster: new FleetForecaster(profiles),
    }),
  )
})

/** The index for `?at=`, see `PinnedIndexes`, else for now. While the garden is still being read, it has what is there. */
export async function indexAt(garden: Garden, at: string | undefined): Promise<FleetIndex> {
  const { at: wanted, pinned } = momentOf(at)
  await isRead(garden)
  const snapshot = garden.snapshot()
  const indexes = indexesOf(garden)
  if (pinned) return indexes.pinned.at(snapshot, wanted, nowOf(snapshot), indexes.latest)
  // The past stays as it is, and so does its clock.
  if (snapshot.seen !== undefined) return indexes.pinned.at(snapshot, snapshot.seen, snapshot.seen)
  return currentIndex(garden, indexes, wanted)
}

/** The same, but throws `NotReady` while the garden is still being read: for questions about the whole landscape. */
export async function readIndexAt(garden: Garden, at: string | undefined): Promise<FleetIndex> {
  await untilRead(garden)
  return indexAt(garden, at)
}

/** The same of what a garden was cut from. Null: it was cut from nothing, and has all that there is. */
export async function uncutIndexAt({ uncut }: Garden, at: string | undefined): Promise<FleetIndex | null> {
  return uncut === undefined ? null : readIndexAt(uncut, at)
}

async function currentIndex(garden: Garden, indexes: GardenIndexes, at: Instant): Promise<FleetIndex> {
  indexes.askedAt = at
  const snapshot = garden.snapshot()
  const { latest } = indexes
  const isTold = latest !== undefined && at >= latest.at && at < latest.at + stillTold
  const isFresh = isTold && at < latest.at + fresh
  const index =
    isTold && latest.snapshot === snapshot ? latest : await build(indexes, snapshot, isTold ? latest.at : at)
  if (indexes.latest === latest) indexes.latest = index
  if (isTold && !isFresh) void renewNow(garden, indexes)
  else renewLater(garden, indexes)
  return index
}

/** Makes the next one in the background after a while, and what most readers ask of it. */
function renewLater(garden: Garden, indexes: GardenIndexes): void {
  if (indexes.isRenewing === true) return
  const isQuiet = nowOf({}) >= indexes.askedAt + renewedFor
  // There are as many others as there are people who see different things.
  if (isQuiet && garden.uncut !== undefined) return
  indexes.renewal ??= setTimeout(
    () => void renewNow(garden, indexes),
    isQuiet ? quietlyRenewedAfter : renewedAfter,
  ).unref()
}

/** The same at once. */
async function renewNow(garden: Garden, indexes: GardenIndexes): Promise<void> {
  if (indexes.isRenewing === true) return
  clearTimeout(indexes.renewal)
  delete indexes.renewal
  indexes.isRenewing = true
  // A client that asks when the last one is too old is told why it cannot be made.
  await inBackground(() => renew(garden, indexes)).catch(() => {})
  indexes.isRenewing = false
  renewLater(garden, indexes)
}

async function renew(garden: Garden, indexes: GardenIndexes): Promise<void> {
  const before = indexes.latest ?? null
  const index = await build(indexes, garden.snapshot(), nowOf({}))
  for (const computeAhead of ofNew) await computeAhead(index, before)
  if ((indexes.latest?.at ?? 0) < index.at) indexes.latest = index
}

/** One computation for all who ask the same at the same time. */
function build(indexes: GardenIndexes, snapshot: Snapshot, at: Instant): Promise<FleetIndex> {
  const { building } = indexes
  return madeOnce(building, snapshot.revision, () =>
    forEverybody(() => indexFrom(indexes, snapshot, at)).finally(() => building.delete(snapshot.revision)),
  )
}

/** Of the last one it takes over what stays: all but what changed, and where the clock has moved on at least the roster. */
async function indexFrom({ latest, forecaster }: GardenIndexes, snapshot: Snapshot, at: Instant): Promise<FleetIndex> {
  const begin = performance.now()
  const advanced = latest?.at === at ? await advanceIndex(latest, snapshot) : null
  const index = advanced ?? (await buildIndex(snapshot, at, { forecaster, ...(latest && { before: latest }) }))
  const seconds = (performance.now() - begin) / 1000
  for (const tell of ofComputed) tell(seconds)
  return index
}

/**
 * For what must not take a cluster for gone that could only not be read. Throws `NotReady` meanwhile. What the user may not
 * see is not read later either: it counts what Almanac has read.
 */
export async function wholeIndexAt(garden: Garden, at: string | undefined): Promise<FleetIndex> {
  const index = await readIndexAt(garden, at)
  const { state, reason, resources } = (garden.uncut ?? garden).status()
  const isRead = resources.every(({ state }) => state === 'synced' || state === 'stale')
  if (state === 'failed' || !isRead) throw new NotReady(reason ?? 'Not all of the garden has been read.')
  return index
}

/**
 * Resolves when what readers ask for first was computed once of a garden that was read: all that is ahead, which every page needs, and
 * what `onNew` says. Of many clusters the first takes seconds; after a change it takes much less. Never rejects: should it fail, the log says so, and clients are told.
 */
export function prepared(garden: Garden): Promise<void> {
  const indexes = indexesOf(garden)
  indexes.preparation ??= forEverybody(() => prepare(garden))
  return indexes.preparation
}

/**
 * From now on old objects are collected once they take a fifth more than what was in use, in place of several times as much: what is
 * kept hardly grows any more, and the rest is what answers leave behind. While a landscape is read everything is kept, and collecting
 * often would only take time.
 */
function collectInSmallSteps(): true {
  setFlagsFromString('--heap-growing-percent=20')
  return true
}

async function prepare(garden: Garden): Promise<void> {
  try {
    const index = await indexAt(garden, undefined)
    for (const computeAhead of ofNew) await computeAhead(index, null)
  } catch (error) {
    log.error({ err: error }, 'What readers ask for first could not be prepared')
  }
  processWide('small-steps', collectInSmallSteps)
}
