import { setTimeout as sleep } from 'node:timers/promises'
import { eachOf } from '@/lib/process/event-loop'
import { announceEvent } from '../garden-events'
import { SharedParts } from '../shoot-fields'
import { applyWatchEvent, type FollowedObjects } from './apply-watch-event'
import { ApiError, failureOf, isLasting, type RequestFailure } from './failure'
import {
  itemAt,
  type KeptObject,
  keptObject,
  noObjects,
  objectKey,
  sharedWith,
  sizeOf,
  withItems,
} from './kept-objects'
import { listPages, watchEvents } from './list-and-watch'
import { ResourceReader } from './resource-reader'

/** Equal parts are looked for among so many events, then anew: what is gone must not stay in memory. */
const sharedEvents = 20_000
/** A server that is behind others catches up; after so many tries, what it has counts. */
const mostBehind = 3
/** A watch that ends in good order sooner than this, in milliseconds, has not really begun. */
const shortestWatch = 1000
const usualLimit = 500
const limits = { smallest: 50, largest: 8000 }

/**
 * Keeps the objects of one resource as they are in the API: lists them, then watches from the version of the list. A watch that
 * ends goes on from the last version that was heard. If the server no longer knows that version, everything is listed again
 * while what was known stays, and both are swapped when the list is complete.
 */
export class Follower extends ResourceReader {
  /** Absent while a list is needed. */
  private followed: FollowedObjects | undefined
  private listedFrom = ''
  private limit = usualLimit
  /** How many failures there were in a row, lasting or not. */
  private failures = 0
  private wasLasting = false
  private sharing = new SharedParts()
  private shares = 0

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        // Another address may be another server, with versions of its own.
        if (this.followed === undefined || this.listedFrom !== this.connection.server) await this.list(signal)
        await this.watch(signal)
      } catch (error) {
        if (signal.aborted) break
        const failure = failureOf(error)
        this.failed(failure)
        await this.pause(failure, signal)
      }
    }
    this.keeper.end()
  }

  private async list(signal: AbortSignal): Promise<void> {
    const { connection, resource, limit, timing } = this
    this.listedFrom = connection.server
    if (this.isKnown) announceEvent({ level: 'info', message: `${resource.title}: reading all of them again.` })
    this.followed = undefined
    this.sharing = new SharedParts()
    let byNamespace = noObjects
    let resourceVersion = ''
    for await (const page of listPages(connection, resource, {
      limit,
      silence: timing.listSilence,
      signal,
    })) {
      byNamespace = withItems(byNamespace, await this.readItems(page.items))
      resourceVersion = page.resourceVersion
      if (this.isKnown) continue
      // What a list brought that broke off stays until this one has more.
      if (sizeOf(byNamespace) >= sizeOf(this.shown)) this.show(byNamespace)
      this.keeper.reading(sizeOf(byNamespace), page.of)
    }
    this.isKnown = true
    this.limit = usualLimit
    this.show(sharedWith(byNamespace, this.shown))
    this.followed = { byNamespace: this.shown, resourceVersion }
  }

  private async readItems(objects: readonly unknown[]): Promise<KeptObject[]> {
    const items: KeptObject[] = []
    await eachOf(objects, (raw) => {
      const before = itemAt(this.shown, objectKey(raw, this.resource))
      items.push(keptObject(raw, this.resource, this.sharing, before))
    })
    return items
  }

  private async watch(signal: AbortSignal): Promise<void> {
    const { connection, resource, timing } = this
    const began = performance.now()
    const events = watchEvents(connection, resource, {
      resourceVersion: this.followed?.resourceVersion ?? '',
      timeoutSeconds: Math.round(timing.watchSeconds * (1 + Math.random() / 2)),
      silence: timing.watchSilence,
      signal,
      onOpen: () => this.keeper.synced(sizeOf(this.shown)),
    })
    try {
      for await (const batch of events) {
        for (const event of batch) this.apply(event)
        this.keeper.heard(sizeOf(this.shown))
        this.failures = 0
      }
    } finally {
      if (performance.now() - began > timing.steady) this.failures = 0
    }
    if (performance.now() - began < shortestWatch) {
      throw new ApiError({ kind: 'unreachable', message: 'ends every watch at once' })
    }
  }

  private apply(event: unknown): void {
    if (this.followed === undefined) return
    const applied = applyWatchEvent(this.followed, event, this.resource, (raw, before) => this.readAgain(raw, before))
    if (applied.kind === 'failed') throw new ApiError(inStream(applied.failure))
    if (applied.kind === 'ignored') {
      announceEvent({ level: 'warn', message: `${this.resource.title}: ${applied.reason} was ignored.` })
      return
    }
    this.followed = applied.followed
    if (applied.kind === 'changed') this.show(applied.followed.byNamespace)
  }

  private readAgain(raw: unknown, before: KeptObject | undefined): KeptObject {
    if (++this.shares > sharedEvents) {
      this.shares = 0
      this.sharing = new SharedParts()
    }
    return keptObject(raw, this.resource, this.sharing, before)
  }

  private failed(failure: RequestFailure): void {
    const { kind } = failure
    // A server that starts says 403 and 404 for a moment: after a long outage that must not seem to last at once.
    if (isLasting(failure) !== this.wasLasting) this.failures = 0
    this.wasLasting = isLasting(failure)
    if (this.followed === undefined) {
      // A list that took too long is quicker in larger pages; one that cannot be read may be readable in smaller ones.
      if (kind === 'expired') this.limit = Math.min(this.limit * 4, limits.largest)
      if (kind === 'unusable') this.limit = Math.max(this.limit / 4, limits.smallest)
    }
    const isBehind = kind === 'behind' && this.failures >= mostBehind
    // Who may list but not watch is shown what a list says, and that it is not live.
    const mustList = kind === 'expired' || kind === 'unusable' || kind === 'forbidden' || kind === 'missing' || isBehind
    const verb = this.followed === undefined ? 'list' : 'watch'
    if (mustList) this.followed = undefined
    this.stopped(failure, verb)
  }

  /** What lasts is tried slowly, but at once when a file changes that credentials come from. */
  private async pause(failure: RequestFailure, signal: AbortSignal): Promise<void> {
    const { connection, timing } = this
    const stamp = connection.filesStamp()
    const pause = isLasting(failure) ? timing.credentialsCheck : Number.POSITIVE_INFINITY
    let left = timing.delay(failure, this.failures++)
    try {
      while (left > 0) {
        await sleep(Math.min(left, pause), undefined, { signal, ref: false })
        left -= pause
        if (isLasting(failure) && connection.filesStamp() !== stamp) return
      }
    } catch {
      // Only the signal ends a sleep early, and the loop looks at it.
    }
  }
}

/** An error that comes as an event may lie in an object that cannot be sent: only a list can tell the truth again. */
function inStream(failure: RequestFailure): RequestFailure {
  return failure.kind === 'unreachable' ? { ...failure, kind: 'unusable' } : failure
}
