import 'server-only'
import { setFlagsFromString } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { MemoizedProfiles } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import { oncePer } from '@/lib/engine/once'
import { Forecaster } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import type { Garden, Snapshot } from '@/lib/garden'
import { NotReady } from '@/lib/process/errors'
import { Jobs, subscribers, theLandscapes } from '@/lib/process/jobs'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { forEverybody, inBackground } from '@/lib/process/on-behalf'
import { momentOf, nowOf } from './clock'
import { holdsFrom } from './foreseen-garden'
import { isRead, untilRead } from './garden'
import { advanceLandscape, buildLandscape, buildLandscapeAhead, type Landscape } from './landscape'

/** So many are kept. */
const kept = 3
/** What was foreseen from an instant may be told for so long, in milliseconds, like every answer for now. */
const foreseenFresh = 60_000

/** The landscapes for pinned instants, those that were used last. */
export class PinnedLandscapes {
  private readonly known = new LRUCache<string, Landscape>({ max: kept })

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
  async at(snapshot: Snapshot, at: Instant, now: Instant, before?: Landscape): Promise<Landscape> {
    const from = Math.max(now, snapshot.observedAt)
    const pin = `${at} ${snapshot.revision}`
    const known = this.known.get(pin)
    const landscape =
      known !== undefined && isUsable(known, snapshot, from) ? known : await this.build(snapshot, at, from, before)
    this.known.set(pin, landscape)
    return landscape
  }

  private build(snapshot: Snapshot, at: Instant, from: Instant, before?: Landscape): Promise<Landscape> {
    const key = `${this.name} ${at} ${snapshot.revision} ${at > from}`
    return this.building.ask(key, () => buildLandscapeAhead(snapshot, from, at, this.profiles, before))
  }
}

/** Whether a landscape may still be told when it would be made from that instant on now. */
function isUsable({ snapshot: shown, foreseen, at }: Landscape, snapshot: Snapshot, from: Instant): boolean {
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

type ComputeAhead = (landscape: Landscape, before: Landscape | null) => Promise<void>

const ofNew = subscribers<ComputeAhead>('a new landscape')

/**
 * What most readers ask is computed of a landscape for now before they are told from it: of the first that is made of a garden (then
 * `before` is null), and of each that is made in the background.
 */
export const onNew = ofNew.add

const ofComputed = subscribers<(seconds: number) => void>('a computed landscape')

/** Tells how long each landscape took that was made or advanced. */
export const onComputed = ofComputed.add

/** What was computed of a garden. */
interface GardenLandscapes {
  /** The last one for now. */
  latest?: Landscape
  /** When it was asked for last. */
  askedAt: Instant
  /** Waits until the next one is made. */
  renewal?: NodeJS.Timeout
  isRenewing?: boolean
  /** Of what readers ask for first. */
  preparation?: Promise<void>
  readonly pinned: PinnedLandscapes
  /** Being computed for now, by revision. */
  readonly building: Map<string, Promise<Landscape>>
  /** For now; pinned instants look on their own. */
  readonly forecaster: Forecaster
}

/** Gardens that are cut from one hold the same profiles, and share what is remembered of these. */
const landscapesOf = processWide('landscapes', () => {
  const profiles = new MemoizedProfiles()
  let gardens = 0
  return oncePer(
    (_: Garden): GardenLandscapes => ({
      pinned: new PinnedLandscapes(profiles, `garden ${++gardens}`, theLandscapes()),
      building: new Map(),
      askedAt: 0,
      forecaster: new Forecaster(profiles),
    }),
  )
})

/** The landscape for `?at=`, see `PinnedLandscapes`, else for now. While the garden is still being read, it has what is there. */
export async function landscapeAt(garden: Garden, at: string | undefined): Promise<Landscape> {
  const { at: wanted, pinned } = momentOf(at)
  await isRead(garden)
  const snapshot = garden.snapshot()
  const landscapes = landscapesOf(garden)
  if (pinned) return landscapes.pinned.at(snapshot, wanted, nowOf(snapshot), landscapes.latest)
  // The past stays as it is, and so does its clock.
  if (snapshot.seen !== undefined) return landscapes.pinned.at(snapshot, snapshot.seen, snapshot.seen)
  return currentLandscape(garden, landscapes, wanted)
}

/** The same, but throws `NotReady` while the garden is still being read: for questions about the whole landscape. */
export async function readLandscapeAt(garden: Garden, at: string | undefined): Promise<Landscape> {
  await untilRead(garden)
  return landscapeAt(garden, at)
}

/** The same of what a garden was cut from. Null: it was cut from nothing, and has all that there is. */
export async function uncutLandscapeAt({ uncut }: Garden, at: string | undefined): Promise<Landscape | null> {
  return uncut === undefined ? null : readLandscapeAt(uncut, at)
}

async function currentLandscape(garden: Garden, landscapes: GardenLandscapes, at: Instant): Promise<Landscape> {
  landscapes.askedAt = at
  const snapshot = garden.snapshot()
  const { latest } = landscapes
  const isTold = latest !== undefined && at >= latest.at && at < latest.at + stillTold
  const isFresh = isTold && at < latest.at + fresh
  const landscape =
    isTold && latest.snapshot === snapshot ? latest : await build(landscapes, snapshot, isTold ? latest.at : at)
  if (landscapes.latest === latest) landscapes.latest = landscape
  if (isTold && !isFresh) void renewNow(garden, landscapes)
  else renewLater(garden, landscapes)
  return landscape
}

/** Makes the next one in the background after a while, and what most readers ask of it. */
function renewLater(garden: Garden, landscapes: GardenLandscapes): void {
  if (landscapes.isRenewing === true) return
  const isQuiet = nowOf({}) >= landscapes.askedAt + renewedFor
  // There are as many others as there are people who see different things.
  if (isQuiet && garden.uncut !== undefined) return
  landscapes.renewal ??= setTimeout(
    () => void renewNow(garden, landscapes),
    isQuiet ? quietlyRenewedAfter : renewedAfter,
  ).unref()
}

/** The same at once. */
async function renewNow(garden: Garden, landscapes: GardenLandscapes): Promise<void> {
  if (landscapes.isRenewing === true) return
  clearTimeout(landscapes.renewal)
  delete landscapes.renewal
  landscapes.isRenewing = true
  // A client that asks when the last one is too old is told why it cannot be made.
  await inBackground(() => renew(garden, landscapes)).catch(() => {})
  landscapes.isRenewing = false
  renewLater(garden, landscapes)
}

async function renew(garden: Garden, landscapes: GardenLandscapes): Promise<void> {
  const before = landscapes.latest ?? null
  const landscape = await build(landscapes, garden.snapshot(), nowOf({}))
  for (const computeAhead of ofNew) await computeAhead(landscape, before)
  if ((landscapes.latest?.at ?? 0) < landscape.at) landscapes.latest = landscape
}

/** One computation for all who ask the same at the same time. */
function build(landscapes: GardenLandscapes, snapshot: Snapshot, at: Instant): Promise<Landscape> {
  const { building } = landscapes
  return madeOnce(building, snapshot.revision, () =>
    forEverybody(() => landscapeFrom(landscapes, snapshot, at)).finally(() => building.delete(snapshot.revision)),
  )
}

/** Of the last one it takes over what stays: all but what changed, and where the clock has moved on at least the roster. */
async function landscapeFrom(
  { latest, forecaster }: GardenLandscapes,
  snapshot: Snapshot,
  at: Instant,
): Promise<Landscape> {
  const begin = performance.now()
  const advanced = latest?.at === at ? await advanceLandscape(latest, snapshot) : null
  const landscape = advanced ?? (await buildLandscape(snapshot, at, { forecaster, ...(latest && { before: latest }) }))
  const seconds = (performance.now() - begin) / 1000
  for (const tell of ofComputed) tell(seconds)
  return landscape
}

/**
 * For what must not take a cluster for gone that could only not be read. Throws `NotReady` meanwhile. What the user may not
 * see is not read later either: it counts what Almanac has read.
 */
export async function wholeLandscapeAt(garden: Garden, at: string | undefined): Promise<Landscape> {
  const landscape = await readLandscapeAt(garden, at)
  const { state, reason, resources } = (garden.uncut ?? garden).status()
  const isRead = resources.every(({ state }) => state === 'synced' || state === 'stale')
  if (state === 'failed' || !isRead) throw new NotReady(reason ?? 'Not all of the garden has been read.')
  return landscape
}

/**
 * Resolves when what readers ask for first was computed once of a garden that was read: all that is ahead, which every page needs, and
 * what `onNew` says. Of many clusters the first takes seconds; after a change it takes much less. Never rejects: should it fail, the log says so, and clients are told.
 */
export function prepared(garden: Garden): Promise<void> {
  const landscapes = landscapesOf(garden)
  landscapes.preparation ??= forEverybody(() => prepare(garden))
  return landscapes.preparation
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
    const landscape = await landscapeAt(garden, undefined)
    for (const computeAhead of ofNew) await computeAhead(landscape, null)
  } catch (error) {
    log.error({ err: error }, 'What readers ask for first could not be prepared')
  }
  processWide('small-steps', collectInSmallSteps)
}
