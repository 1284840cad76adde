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

/** How many landscapes of pinned instants are kept for each garden. */
const kept = 3
/** For how long a landscape that was foreseen from an instant may be used, in milliseconds, as one for now may. */
const foreseenFresh = 60_000

/** The landscapes at pinned instants that were used last. */
export class PinnedLandscapes {
  private readonly known = new LRUCache<string, Landscape>({ max: kept })

  /**
   * @param name of the garden, for the keys of `building`
   * @param building landscapes that are being computed, of all gardens
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

/** Whether a landscape may still be used where one would now be foreseen from the instant `from`. */
function isUsable({ snapshot: shown, foreseen, at }: Landscape, snapshot: Snapshot, from: Instant): boolean {
  if (foreseen === undefined) return shown === snapshot && at <= from
  if (foreseen.recorded !== snapshot || at <= from) return false
  return Math.abs(from - foreseen.from) < foreseenFresh || holdsFrom(foreseen, from)
}

/** While questions come and the clock is not pinned, answers are at most this old, in milliseconds. Each says the instant it is for. */
const fresh = 60_000
/** From this age on the next landscape is computed in the background, so that no client waits for it. */
const renewedAfter = 40_000
/** How long after the last question landscapes are renewed that often, in milliseconds. */
const renewedFor = 600_000
/** While no client asks, the next landscape is computed from this age on, so that the first client to ask gets a recent one. */
const quietlyRenewedAfter = 600_000
/** Up to this age a landscape is answered from at once, while the next one is computed in the background. */
const stillTold = 900_000

type ComputeAhead = (landscape: Landscape, before: Landscape | null) => Promise<void>

const ofNew = subscribers<ComputeAhead>('a new landscape')

/**
 * Registers what is computed ahead of a landscape for now, before clients are answered from it: for the first landscape of a garden (then
 * `before` is null), and for each that is made in the background.
 */
export const onNew = ofNew.add

const ofComputed = subscribers<(seconds: number) => void>('a computed landscape')

/** Registers a listener that is told how long each landscape took to be computed or advanced. */
export const onComputed = ofComputed.add

/** The landscapes of one garden. */
interface GardenLandscapes {
  /** The latest landscape for now. */
  latest?: Landscape
  /** When a client last asked. */
  askedAt: Instant
  /** The timer that starts the next renewal. */
  renewal?: NodeJS.Timeout
  isRenewing?: boolean
  /** Resolves when what clients ask first was computed. */
  preparation?: Promise<void>
  readonly pinned: PinnedLandscapes
  /** Landscapes for now that are being computed, by revision. */
  readonly building: Map<string, Promise<Landscape>>
  /** Forecasts for now. Pinned instants have forecasters of their own. */
  readonly forecaster: Forecaster
}

/** Gardens that were cut from one garden hold the same profiles, and share what is remembered of them. */
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

/** The landscape at `?at=` (see `PinnedLandscapes`), or for now. While the garden is being read, it has what was read so far. */
export async function landscapeAt(garden: Garden, at: string | undefined): Promise<Landscape> {
  const { at: wanted, pinned } = momentOf(at)
  await isRead(garden)
  const snapshot = garden.snapshot()
  const landscapes = landscapesOf(garden)
  if (pinned) return landscapes.pinned.at(snapshot, wanted, nowOf(snapshot), landscapes.latest)
  // A past garden does not change, and neither does its clock.
  if (snapshot.seen !== undefined) return landscapes.pinned.at(snapshot, snapshot.seen, snapshot.seen)
  return currentLandscape(garden, landscapes, wanted)
}

/** As `landscapeAt`, but throws `NotReady` while the garden is being read: for questions about the whole landscape. */
export async function readLandscapeAt(garden: Garden, at: string | undefined): Promise<Landscape> {
  await untilRead(garden)
  return landscapeAt(garden, at)
}

/** As `readLandscapeAt`, for the garden that this one was cut from. Null: it was not cut, and has everything. */
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

/** Computes the next landscape in the background after a while, and what most clients ask of it. */
function renewLater(garden: Garden, landscapes: GardenLandscapes): void {
  if (landscapes.isRenewing === true) return
  const isQuiet = nowOf({}) >= landscapes.askedAt + renewedFor
  // There may be as many cut gardens as users, so they are not renewed while no client asks.
  if (isQuiet && garden.uncut !== undefined) return
  landscapes.renewal ??= setTimeout(
    () => void renewNow(garden, landscapes),
    isQuiet ? quietlyRenewedAfter : renewedAfter,
  ).unref()
}

/** Computes the next landscape in the background at once. */
async function renewNow(garden: Garden, landscapes: GardenLandscapes): Promise<void> {
  if (landscapes.isRenewing === true) return
  clearTimeout(landscapes.renewal)
  delete landscapes.renewal
  landscapes.isRenewing = true
  // If this fails, a client that asks once the last landscape is too old gets the error.
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

/** Clients that ask at the same time share one computation. */
function build(landscapes: GardenLandscapes, snapshot: Snapshot, at: Instant): Promise<Landscape> {
  const { building } = landscapes
  return madeOnce(building, snapshot.revision, () =>
    forEverybody(() => landscapeFrom(landscapes, snapshot, at)).finally(() => building.delete(snapshot.revision)),
  )
}

/** Takes over what stays from the latest landscape: everything but what changed, or at least the roster if the clock has moved on. */
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
 * As `readLandscapeAt`, but throws `NotReady` also while a resource could not be read: for callers that must not take a cluster for gone
 * because it could not be read. What counts is what Almanac has read, not what the user may see.
 */
export async function wholeLandscapeAt(garden: Garden, at: string | undefined): Promise<Landscape> {
  const landscape = await readLandscapeAt(garden, at)
  const { state, reason, resources } = (garden.uncut ?? garden).status()
  const isRead = resources.every(({ state }) => state === 'synced' || state === 'stale')
  if (state === 'failed' || !isRead) throw new NotReady(reason ?? 'Not all of the garden has been read.')
  return landscape
}

/**
 * Resolves when what clients ask first was computed once for a garden that was read: all forecasts, which every page needs, and what
 * `onNew` registers. With many clusters the first time takes seconds. Never rejects: a failure is logged, and clients that ask get an error.
 */
export function prepared(garden: Garden): Promise<void> {
  const landscapes = landscapesOf(garden)
  landscapes.preparation ??= forEverybody(() => prepare(garden))
  return landscapes.preparation
}

/**
 * From now on V8 collects old objects when the heap has grown by a fifth, not by several times: what is kept hardly grows any more, and
 * the rest is garbage of answers. While a landscape is being read nearly everything is kept, and collecting often would only take time.
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
