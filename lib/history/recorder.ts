import { madeOnce } from '@/lib/engine/grouped'
import { isDeepEqual } from '@/lib/engine/json'
import type { Instant, Shoot } from '@/lib/engine/types'
import { type SnapshotChange, snapshotChanges } from '@/lib/garden/changes'
import type { Snapshot } from '@/lib/garden/garden'
import { saysSame } from '@/lib/garden/shoot-fields'
import { eachOf, letThrough } from '@/lib/process/event-loop'
import type { StatementRunner, Store, StoredValue, StoreLead } from '@/lib/store'
import { places } from './database'
import { type Sighting, TOLERANCE } from './history'
import {
  bodyOf,
  contentOf,
  type KeptRef,
  type KeptValue,
  objectParts,
  type PartContent,
  PROBLEMS,
  recordKey,
  versionOfObject,
} from './parts'
import { type KnownObject, type RecordedState, readAll } from './reading'

export interface ShownSnapshot {
  readonly snapshot: Snapshot
  readonly seen: Instant
  /** The last sign of life with it. */
  alive: Instant
  /** The instant since which it was followed without a break. */
  readonly followedFrom: Instant
  /** When it was shown first, and last, as this process measures time. */
  readonly shown: number
  heard: number
  /** Objects that another process wrote already as they are here, or as they became later. */
  known?: Set<string>
  /** Whether what was shown between it and the one before was dropped, as it could not be written for too long. */
  isAfterDropped?: boolean
}

/** How many objects are written in one transaction: others wait for its end. */
const most = 1000
/** How many rows are written with one statement. */
const rowsAtOnce = 100
/** How many states may wait to be written; of those between, the oldest is dropped. */
const mostWaiting = 500
/** How much later than another process this one may see the same, in milliseconds. */
const behind = 5000
/** While another process writes, what we saw is kept for so long, in milliseconds: it may be gone, and we did not notice yet. */
const keptForLong = 60_000
/** A reconciliation that goes on for so long is a state of its own, in milliseconds; else only how it ended is kept. */
const longReconciliation = 30 * 60_000

interface NewState {
  readonly ref: KeptRef
  readonly part: number
  readonly content: PartContent | null
  /** The resource version of the object that says so; null: not known. */
  readonly resourceVersion: string | null
}

interface StateBatch {
  states: (NewState & { readonly seen: Instant; readonly after: Sighting['after'] | undefined })[]
  /** How many objects these are of. */
  objects: number
  /** The last moment up to which everything is written with it; null: no more than before. */
  alive: Instant | null
  /** The time of the last state. */
  lastSeen: Instant
}

/** A shoot of which only a reconciliation that goes on is new. */
interface HeldShootChange {
  readonly ref: KeptRef
  readonly before: Shoot
  readonly after: Shoot
  readonly since: Instant
}

interface RowInsert {
  readonly into: string
  /** `(?, ?)` */
  readonly row: string
  readonly more?: string
}

const insertObjects: RowInsert = { into: 'history_objects (id, kind, namespace, name)', row: '(?, ?, ?, ?)' }
/** What is there already stays: its number is looked up with each state. */
const insertContents: RowInsert = {
  into: 'history_contents (id, hash, body)',
  row: '(?, ?, ?)',
  more: 'ON CONFLICT (hash) DO NOTHING',
}
const insertStates: RowInsert = {
  into: 'history_states (id, object, part, seen, unseen_from, content, resource_version)',
  row: '(?, ?, ?, ?, ?, (SELECT id FROM history_contents WHERE hash = ?), ?)',
}

/**
 * Writes what is shown, one after the other. Of several processes with one database the one that has the lead writes, so that nothing is
 * written twice and none that lags behind writes what is no longer so; the others keep what they see for as long as it may have to be
 * written by them.
 */
export class Recorder {
  /** Oldest first. */
  readonly waiting: ShownSnapshot[] = []
  /** What is written, in the process that writes; null: another one does, or it is not read yet. */
  recorded: RecordedState | null = null
  /** While it is read. */
  reading: Promise<RecordedState> | null = null
  /** The last moment up to which everything is written; null: nothing is. */
  alive: Instant | null = null
  /** Shoots whose changes are held back, by key: they are recorded as they were before. */
  readonly held = new Map<string, HeldShootChange>()
  private lastShown: ShownSnapshot | undefined
  /** The time on the clock when something was shown last. */
  private given: Instant | null = null
  /** How many of those that wait are being written, at least the first one. */
  private taken = 1
  private lead: StoreLead | null = null
  /** The last one that we wrote; null: none. */
  private run: number | null = null
  /** Whether another process had the lead when we asked for it last. */
  private isFollowing = false
  /**
   * Until then, as this process measures time, we write nothing, though we have the lead that another process had: some of what is shown
   * up to then may be written by that one.
   */
  private writesFrom = Number.NEGATIVE_INFINITY
  private next = { state: 1, object: 1, content: 1 }
  /** The time of the last state that is written. */
  private lastSeen: Instant = 0

  constructor(
    private readonly database: Store,
    private readonly clock: () => number,
  ) {}

  /** Whether it is us who write. */
  get leads(): boolean {
    return this.lead !== null && this.clock() >= this.writesFrom
  }

  /** The last sign of life; null: none yet. */
  get heard(): Instant | null {
    return (this.waiting.at(-1) ?? this.lastShown)?.alive ?? null
  }

  /** The moment that the clock has to catch up with, as it was ahead before; null: it is right, as far as that can be known. */
  get ahead(): Instant | null {
    const last = Math.max(this.alive ?? 0, this.heard ?? 0)
    return this.given !== null && last - this.given > TOLERANCE ? last : null
  }

  show(snapshot: Snapshot, seen: Instant, isFollowed: boolean | undefined): void {
    this.given = seen
    const last = this.waiting.at(-1) ?? this.lastShown
    const at = Math.max(seen, last?.alive ?? seen)
    const wasFollowed = last !== undefined && (isFollowed ?? at - last.alive <= TOLERANCE)
    const heard = this.clock()
    if (wasFollowed && last.snapshot === snapshot) {
      last.alive = at
      last.heard = heard
      return
    }
    // Two changes are never of the same moment.
    const next = last === undefined ? at : Math.max(at, last.alive + 1)
    const followedFrom = wasFollowed ? last.followedFrom : next
    this.waiting.push({ snapshot, seen: next, alive: next, shown: heard, heard, followedFrom })
    if (this.waiting.length <= mostWaiting) return
    // The first ones may be being written.
    this.waiting.splice(this.taken, 1)
    const following = this.waiting[this.taken]
    if (following !== undefined) following.isAfterDropped = true
  }

  /** Writes what waits, if it is us who write. Rejects where the database cannot be used: nothing is lost, try again. */
  async write(): Promise<void> {
    if (this.lead === null) await this.takeLead()
    if (!this.leads) return
    try {
      for (let [first] = this.waiting; first !== undefined; [first] = this.waiting) {
        // The run before ends with its last sign of life.
        if (first.followedFrom > (this.alive ?? 0)) await this.beat()
        await this.writeFrom(first)
        this.lastShown = this.waiting[this.taken - 1]
        this.waiting.splice(0, this.taken)
        this.taken = 1
      }
      await this.beat()
    } catch (error) {
      this.taken = 1
      // Some of it may be written: what is written is read anew.
      this.recorded = null
      this.held.clear()
      if (this.lead?.isHeld() !== true) await this.end()
      throw error
    }
  }

  /** Lets another process go on at once. */
  async end(): Promise<void> {
    const { lead } = this
    this.lead = null
    await lead?.end()
  }

  /**
   * If it can be had, and if there is anything to write. Where another process had it until now, what we see may be older than what that
   * one wrote: it is written once that cannot be any more.
   */
  private async takeLead(): Promise<void> {
    const lead = this.waiting.length > 0 ? await this.database.lead() : null
    try {
      const [row] = await this.database.rows('SELECT id, alive FROM history_runs ORDER BY id DESC LIMIT 1')
      this.alive = row === undefined ? null : Number(row.alive)
      if (this.run === null || row?.id !== this.run) {
        this.run = null
        this.writesFrom = this.isFollowing ? this.clock() + behind : Number.NEGATIVE_INFINITY
      }
    } catch (error) {
      await lead?.end()
      throw error
    }
    this.lead = lead
    this.isFollowing = lead === null && this.waiting.length > 0
    if (lead !== null) return
    const old = this.clock() - keptForLong
    while (this.waiting.length > 1 && (this.waiting[0]?.heard ?? old) < old) this.waiting.shift()
  }

  /** Writes what was shown first, and together with it what came next, as long as it is little and belongs to the same run. */
  private async writeFrom(first: ShownSnapshot): Promise<void> {
    const { alive } = this
    const isContinued = alive !== null && first.followedFrom <= alive
    if (this.run === null || !isContinued) await this.beginRun(Math.max(first.followedFrom, alive ?? 0))
    this.recorded ??= await this.readFirst(first.snapshot)
    let { snapshot } = this.recorded
    const { objects } = this.recorded
    await this.findKnown(snapshot)
    const batch: StateBatch = { states: [], objects: 0, alive, lastSeen: this.lastSeen }
    for (let i = 0; ; i++) {
      const shown = this.waiting[i]
      const isNext = i === 0 || (shown !== undefined && shown.followedFrom <= (batch.alive ?? 0))
      if (shown === undefined || !isNext || batch.objects >= most) break
      this.taken = i + 1
      snapshot = await this.take(batch, shown, snapshot, objects)
    }
    await this.commit(objects, batch)
    this.recorded = { objects, snapshot, position: this.next.state - 1 }
  }

  /** Adds what is new in what was shown; what becomes too much is written at once. Returns what is recorded with it. */
  private async take(
    batch: StateBatch,
    shown: ShownSnapshot,
    before: Snapshot,
    objects: Map<string, KnownObject>,
  ): Promise<Snapshot> {
    const after = afterOf(shown, batch.alive)
    const seen = Math.max(shown.seen, batch.lastSeen + 1, (batch.alive ?? -1) + 1)
    const add = (news: readonly NewState[]) => {
      if (news.length === 0) return
      batch.objects++
      batch.lastSeen = seen
      for (const state of news) batch.states.push({ ...state, seen, after })
    }
    // While some is written, what comes next is made ready.
    let writing = Promise.resolve()
    for (const change of snapshotChanges(before, shown.snapshot)) {
      if (!shown.known?.has(recordKey(change.ref))) add(this.newStates(change, seen))
      if (batch.objects >= most) {
        await writing
        // Everything up to `seen` is not written with that.
        writing = this.commit(objects, batch)
        // What goes wrong is told to the caller that waits for it.
        writing.catch(() => {})
        batch.states = []
        batch.objects = 0
      }
      await letThrough()
    }
    await writing
    const { events: _, unseen: __, ...snapshot } = shown.snapshot
    if (!isDeepEqual(before.problems, snapshot.problems)) add(statesOf(PROBLEMS, before.problems, snapshot.problems))
    batch.alive = Math.max(shown.alive, batch.lastSeen === seen ? seen : 0, batch.alive ?? 0)
    return snapshot
  }

  /**
   * The process that wrote before us may have written some of what waits. Of an object that is written as it was shown at some time,
   * nothing up to then is written again.
   */
  private async findKnown(written: Snapshot): Promise<void> {
    const shared = this.waiting.filter(({ shown }) => shown <= this.writesFrom)
    if (shared.length === 0) return
    const differing: Set<string>[] = []
    const all = new Set<string>()
    for (const { snapshot } of shared) {
      const here = new Set<string>()
      await eachOf(snapshotChanges(written, snapshot), ({ ref, before, after }) => {
        if (statesOf(ref, before, after).length > 0) here.add(recordKey(ref))
      })
      for (const key of here) all.add(key)
      differing.push(here)
    }
    const known = new Set<string>()
    for (const [i, shown] of [...shared.entries()].reverse()) {
      const here = differing[i]
      if (here === undefined) continue
      for (const key of all) if (!here.has(key)) known.add(key)
      shown.known = new Set(known)
    }
    this.writesFrom = Number.NEGATIVE_INFINITY
  }

  /** A sign of life, and reconciliations that went on for long. */
  private async beat(): Promise<void> {
    const { recorded, alive, lastShown } = this
    if (this.lead === null || alive === null || lastShown === undefined || lastShown.alive <= alive) return
    const now = lastShown.alive
    const states: NewState[] = []
    for (const [key, { ref, before, after, since }] of this.held) {
      if (now - since < longReconciliation) break
      states.push(...statesOf(ref, before, after))
      this.held.delete(key)
    }
    const seen = Math.max(now, this.lastSeen + 1)
    const batch = { states: states.map((state) => ({ ...state, seen, after: undefined })), alive: seen, lastSeen: seen }
    await this.commit(recorded?.objects ?? new Map(), batch)
    if (recorded !== null) this.recorded = { ...recorded, position: this.next.state - 1 }
  }

  /** Begins a run, after the run before, of which nothing is written any more. */
  private async beginRun(begun: Instant): Promise<void> {
    const alive = Math.max(begun - 1, this.alive ?? 0)
    this.run = await this.together(async (rows) => {
      const [row] = await rows('SELECT max(id) AS id FROM history_runs')
      const run = Number(row?.id ?? 0) + 1
      // Nothing is written of this run yet.
      await rows('INSERT INTO history_runs (id, begun, alive) VALUES ($1, $2, $3)', [run, begun, alive])
      return run
    })
  }

  private together<T>(work: (rows: StatementRunner) => Promise<T>): Promise<T> {
    if (this.lead === null) throw new Error('Another process writes.')
    return this.lead.together(work)
  }

  private async readFirst(like: Snapshot): Promise<RecordedState> {
    this.reading = this.read(like)
    try {
      return await this.reading
    } finally {
      this.reading = null
    }
  }

  private async read(like: Snapshot): Promise<RecordedState> {
    const { rows } = this.database
    const [row] = await rows(`SELECT
      (SELECT max(id) FROM history_states) AS state,
      (SELECT max(id) FROM history_objects) AS object,
      (SELECT max(id) FROM history_contents) AS content,
      (SELECT seen FROM history_states ORDER BY id DESC LIMIT 1) AS seen`)
    const last = (column: string) => Number(row?.[column] ?? 0)
    this.next = { state: last('state') + 1, object: last('object') + 1, content: last('content') + 1 }
    this.lastSeen = last('seen')
    return readAll(rows, last('state'), like)
  }

  private newStates(change: SnapshotChange, seen: Instant): NewState[] {
    const { ref } = change
    if (change.kind !== 'Shoot') return statesOf(ref, change.before, change.after)
    const key = recordKey(ref)
    const held = this.held.get(key)
    const before = held?.before ?? change.before
    const { after } = change
    if (before !== null && after !== null && isOnlyReconciled(before, after)) {
      this.held.set(key, { ref, before, after, since: held?.since ?? seen })
      return []
    }
    this.held.delete(key)
    return statesOf(ref, before, after)
  }

  /** All of it, or nothing. `alive`: everything up to then is written with it, null: no more than was. */
  private async commit(
    objects: Map<string, KnownObject>,
    { states, alive, lastSeen }: Pick<StateBatch, 'states' | 'alive' | 'lastSeen'>,
  ): Promise<void> {
    const next = { ...this.next }
    const fresh = new Map<string, KnownObject>()
    const idOf = ({ ref }: NewState): KnownObject => {
      const key = recordKey(ref)
      return objects.get(key) ?? madeOnce(fresh, key, () => ({ id: next.object++, ref, last: 0 }))
    }
    const written = states.map((state) => ({ ...state, object: idOf(state), id: next.state++ }))
    const contents = new Map(states.flatMap(({ content }) => (content === null ? [] : [[content.hash, content]])))
    await this.together(async (rows) => {
      if (alive !== null)
        await rows('UPDATE history_runs SET alive = $1 WHERE id = $2 AND alive < $1', [alive, this.run])
      const insert = (statement: RowInsert, all: readonly (readonly StoredValue[])[]) => insertAll(rows, statement, all)
      await insert(
        insertObjects,
        [...fresh.values()].map(({ id, ref }) => [
          id,
          ref.kind,
          'namespace' in ref ? (ref.namespace ?? '') : '',
          ref.name,
        ]),
      )
      await insert(
        insertContents,
        [...contents.values()].map((content) => [next.content++, content.hash, bodyOf(content)]),
      )
      await insert(
        insertStates,
        written.map(({ id, object, part, seen, after, content, resourceVersion }) => [
          ...[id, object.id, part, seen],
          after === null ? -1 : (after ?? null),
          content?.hash ?? null,
          resourceVersion,
        ]),
      )
    })
    this.next = next
    if (written.length > 0) this.lastSeen = lastSeen
    if (alive !== null) this.alive = Math.max(alive, this.alive ?? alive)
    for (const [key, object] of fresh) objects.set(key, object)
    for (const { object, id } of written) object.last = id
  }
}

/** The instant after which something came to differ from what was shown before, which was known to be so until `alive`: see `Sighting`. */
export function afterOf(
  { followedFrom, isAfterDropped }: ShownSnapshot,
  alive: Instant | null,
): Instant | null | undefined {
  if (alive === null) return null
  return followedFrom <= alive && isAfterDropped !== true ? undefined : alive
}

function statesOf(ref: KeptRef, before: KeptValue | null, after: KeptValue | null): NewState[] {
  const [were, are] = [objectParts(ref.kind, before), objectParts(ref.kind, after)]
  const resourceVersion = versionOfObject(ref.kind, after)
  return are.flatMap((content, part) => {
    if (isDeepEqual(content, were[part])) return []
    return { ref, part, content: content === null ? null : contentOf(content), resourceVersion }
  })
}

/**
 * Whether nothing is new of a shoot but that a reconciliation goes on, or failed once more. Each cluster is reconciled up to once per
 * hour, and more often while it fails, which says nothing unless it ends otherwise than the one before: with errors of other codes.
 * Their words are others each time where they tell of requests by number.
 */
function isOnlyReconciled(before: Shoot, after: Shoot): boolean {
  const { lastOperation: was, lastErrors: errors = [] } = before
  const { lastOperation: is, lastErrors: found = [] } = after
  if (was?.type !== 'Reconcile' || is?.type !== 'Reconcile') return false
  const goesOn = is.state === 'Processing' || is.state === 'Pending'
  if (!goesOn && (is.state !== was.state || isDeepEqual(errors, found))) return false
  const codes = (all: typeof errors) => all.map((one) => one.codes)
  if (!isDeepEqual(codes(errors), codes(found))) return false
  const { lastOperation: _, lastErrors: __, ...rest } = after
  return saysSame(before, { ...rest, lastOperation: was, ...(before.lastErrors && { lastErrors: errors }) })
}

async function insertAll(
  rows: StatementRunner,
  { into, row, more = '' }: RowInsert,
  all: readonly (readonly StoredValue[])[],
): Promise<void> {
  for (let i = 0; i < all.length; i += rowsAtOnce) {
    const some = all.slice(i, i + rowsAtOnce)
    await rows(`INSERT INTO ${into} VALUES ${places(some.length, row)} ${more}`, some.flat())
  }
}
