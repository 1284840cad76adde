import { groupedBy } from '@/lib/engine/grouped'
import { DAY, formatInstant } from '@/lib/engine/time'
import type { Instant, LastMaintenance, NamespacedName, Shoot } from '@/lib/engine/types'
import { type ObjectOf, objectIn, shootChanges } from '@/lib/garden/changes'
import type { GardenKind, ObjectRef, Snapshot } from '@/lib/garden/garden'
import { emptySnapshot, withShoot } from '@/lib/garden/snapshot'
import { forEverybody } from '@/lib/process/on-behalf'
import type { StatementRunner, Store, StoredRow } from '@/lib/store'
import { cleanUp } from './clean-up'
import { placeholders } from './database'
import {
  BEAT,
  edgeOf,
  followedAt,
  gapAt,
  gapsOf,
  type History,
  type HistoryState,
  type MaintenanceSighting,
  type ObjectState,
  type RecordingGap,
  type RecordingRun,
  type ShootStates,
  type Sighting,
  type SnapshotAt,
} from './history'
import { addState, composed, MAINTENANCE, objectParts, recordKey } from './parts'
import { partIn, positionAt, type RecordedState, readAll, readAt, readOn, storedVersionText } from './reading'
import { afterOf, Recorder, type ShownSnapshot } from './recorder'

export interface StoredHistoryOptions {
  /** How many days are kept. */
  readonly days: number
  /** What of a failure may be told: a sentence. It is told once for each time that it begins to fail. */
  readonly onFailure: (error: unknown) => string
  /** Milliseconds from any moment on, never back. */
  readonly clock?: () => number
  /** How long what is new waits for more of it, in milliseconds. */
  readonly lead?: number
}

/** How long it waits before it tries again to write what could not be written, in milliseconds; twice as long each time. */
const pause = { first: 1000, longest: 30_000 }
/** How many rows are read with one statement. */
const page = 1000
/** How many shoots are read with one statement, each with all of its states. */
const together = 50
/** What is too old is looked for so often, in milliseconds, for the first time after so long. */
const cleaning = { first: 10 * 60_000, every: DAY }

/** A history in a database, which outlives the process and may be shared by several. */
export class StoredHistory implements History {
  private readonly recorder: Recorder
  /** What another process wrote, as far as it was read. */
  private foreign: Promise<RecordedState> | null = null
  private working: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined
  private wait = 0
  private problem: string | null = null
  private cleanAt: number
  private isClosed = false
  private known: { readonly since: Instant; readonly at: number } | null = null

  constructor(
    private readonly database: Store,
    private readonly options: StoredHistoryOptions,
  ) {
    this.recorder = new Recorder(database, this.clock)
    this.cleanAt = this.clock() + cleaning.first
  }

  record(snapshot: Snapshot, seen: Instant, isFollowed?: boolean): void {
    this.recorder.show(snapshot, seen, isFollowed)
    this.workLater(this.options.lead ?? 1000)
  }

  async snapshotAt(seen: Instant): Promise<SnapshotAt> {
    const { rows } = this.database
    // As it is now: what is written while the rest is read would be found neither here nor there.
    const waiting = [...this.recorder.waiting]
    const { written, runs } = await this.runs()
    const since = await this.since()
    const shown = waiting.findLast((one) => one.seen <= seen && seen > written)
    if (since === null ? shown === undefined : seen < since) return { kind: 'before', since }
    const gap = gapAt(runs, seen)
    const observedAt = followedAt(runs, seen)
    const known = { kind: 'known', since: since ?? shown?.seen ?? seen, ...(gap !== undefined && { gap }) } as const
    if (shown !== undefined) return { ...known, snapshot: this.shownAt(shown, seen) }
    const position = await positionAt(rows, Math.min(seen, written))
    if (position === 0) return { kind: 'before', since }
    const revision = `seen-${seen}-${position}`
    return { ...known, snapshot: { ...(await this.readAt(position)), revision, observedAt } }
  }

  async statesOf<K extends GardenKind>(
    ref: ObjectRef & { readonly kind: K },
  ): Promise<readonly ObjectState<ObjectOf[K]>[]> {
    const states: ObjectState<ObjectOf[K]>[] = []
    // As it is now, as for `snapshotAt`.
    const waiting = [...this.recorder.waiting]
    let { alive } = this.recorder
    const { rows: all, written } = await this.pages((from, until) => [
      `SELECT s.id, s.part, s.seen, s.unseen_from, s.content, s.resource_version, c.hash, c.body FROM history_objects o
         JOIN history_states s ON s.object = o.id LEFT JOIN history_contents c ON c.id = s.content
         WHERE o.kind = $1 AND o.namespace = $2 AND o.name = $3 AND s.id > $4 AND s.seen <= $5
         ORDER BY s.id LIMIT ${page}`,
      [ref.kind, ref.namespace ?? '', ref.name, from, until],
    ])
    addRows(ref, states, all, new Map())
    for (const shown of waiting) {
      // Where another process writes, what it wrote counts.
      if (shown.seen <= written) continue
      const after = afterOf(shown, alive)
      addState(ref, states, {
        seen: shown.seen,
        ...(after !== undefined && { after }),
        value: objectIn(shown.snapshot, ref),
      })
      alive = shown.alive
    }
    return statesFrom(await this.since(), states)
  }

  async *shootsSince(
    from: Instant,
    isWanted: (place: NamespacedName) => boolean,
  ): AsyncGenerator<readonly ShootStates[]> {
    const { rows } = this.database
    // What is written meanwhile is told as what was shown.
    const shown = [...this.recorder.waiting]
    const { alive } = this.recorder
    const { written } = await this.runs()
    const begin = await this.snapshotAt(from)
    const since = {
      from,
      until: written,
      position: await positionAt(rows, Math.min(from, written)),
      snapshot: begin.kind === 'known' ? begin.snapshot : emptySnapshot,
    }
    const news = shown.flatMap((one, i) => {
      const known = shown[i - 1]?.alive ?? alive
      const after = afterOf(one, known)
      const { seen, snapshot } = one
      return seen > Math.max(from, written) ? [{ seen, snapshot, ...(after !== undefined && { after }) }] : []
    })
    const bodies = new Map<number, unknown>()
    const told = new Set<string>()
    for (let last = 0; ; ) {
      const objects = await rows(
        `SELECT id, namespace, name FROM history_objects WHERE kind = 'Shoot' AND id > $1 ORDER BY id LIMIT ${page}`,
        [last],
      )
      const wanted = objects.filter(({ namespace, name }) => {
        return isWanted({ namespace: String(namespace), name: String(name) })
      })
      for (let i = 0; i < wanted.length; i += together) {
        const read = await statesSince(rows, wanted.slice(i, i + together), since, bodies)
        const some = read.map((one) => withNews(one, news))
        for (const one of some) told.add(recordKey({ kind: 'Shoot', ...one }))
        yield some.filter(({ states }) => states.length > 0)
      }
      if (objects.length < page) break
      last = Number(objects.at(-1)?.id)
    }
    let before = emptySnapshot.shoots
    for (const { snapshot } of news) {
      for (const { one } of shootChanges(before, snapshot.shoots)) {
        const { namespace, name } = one
        const key = recordKey({ kind: 'Shoot', namespace, name })
        if (told.has(key) || !isWanted(one)) continue
        told.add(key)
        yield [withNews({ namespace, name, states: beginningOf(namespace, name, since) }, news)]
      }
      before = snapshot.shoots
    }
  }

  async maintenancesSeen(from: Instant, to: Instant): Promise<readonly MaintenanceSighting[]> {
    const bodies = new Map<number, unknown>()
    const { rows: all } = await this.pages((after, until) => [
      `SELECT s.id, s.seen, s.unseen_from, s.content, c.hash, c.body, o.namespace, o.name FROM history_states s
       JOIN history_objects o ON o.id = s.object JOIN history_contents c ON c.id = s.content
       WHERE s.part = ${MAINTENANCE} AND s.seen > $1 AND s.seen <= $2 AND s.seen <= $3 AND s.id > $4
       ORDER BY s.id LIMIT ${page}`,
      [from, to, until, after],
    ])
    return all.map((row) => {
      const { lastMaintenance } = partIn(row, bodies) as { readonly lastMaintenance: LastMaintenance }
      return {
        ...sightingIn(row),
        namespace: String(row.namespace),
        name: String(row.name),
        maintenance: lastMaintenance,
      }
    })
  }

  async since(): Promise<Instant | null> {
    const { known } = this
    // Every page asks for it again and again.
    if (known !== null && this.clock() - known.at < BEAT) return known.since
    const since = await this.readSince()
    if (since !== null) this.known = { since, at: this.clock() }
    return since
  }

  private async readSince(): Promise<Instant | null> {
    const runs = await this.writtenRuns()
    const [row] = await this.database.rows('SELECT seen FROM history_states ORDER BY id LIMIT 1')
    // What is there but not whole yet is not told.
    if (row === undefined || Number(row.seen) > (runs.at(-1)?.alive ?? 0)) return this.recorder.waiting[0]?.seen ?? null
    return Math.max(Number(row.seen), edgeOf(runs, this.options.days) ?? 0)
  }

  async gaps(): Promise<readonly RecordingGap[]> {
    return gapsOf((await this.runs()).runs)
  }

  state(): HistoryState {
    const { waiting, alive, ahead } = this.recorder
    const behind =
      ahead === null
        ? null
        : `The clock was ahead: until it is ${formatInstant(ahead)}, what is seen counts as of then.`
    return {
      kept: this.database.kept,
      waiting: waiting.length,
      recorded: alive,
      problem: this.problem ?? behind,
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.working
    await this.recorder.write().catch(this.options.onFailure)
    await this.recorder.end().catch(() => {})
  }

  /** Resolves when it was tried to write what was shown up to now. */
  async settled(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    await this.working
    this.working = this.work()
    await this.working
  }

  private get clock(): () => number {
    return this.options.clock ?? (() => performance.now())
  }

  private shownAt(shown: ShownSnapshot, seen: Instant): Snapshot {
    const { events: _, unseen: __, ...snapshot } = shown.snapshot
    return { ...snapshot, revision: `seen-${seen}-${snapshot.revision}`, observedAt: Math.min(seen, shown.alive) }
  }

  /** Up to which moment everything is written; and the runs: what was shown up to now belongs to the last one before it is written. */
  private async runs(): Promise<{ readonly written: Instant; readonly runs: readonly RecordingRun[] }> {
    const runs = await this.writtenRuns()
    const last = runs.at(-1)
    const written = last?.alive ?? 0
    const { heard } = this.recorder
    const [first] = this.recorder.waiting
    if (heard === null) return { written, runs }
    if (first !== undefined && first.followedFrom > written) {
      const begun = first.followedFrom
      return { written, runs: [...runs.filter((run) => run.begun < begun), { begun, alive: heard }] }
    }
    if (last === undefined) return { written, runs }
    return { written, runs: [...runs.slice(0, -1), { ...last, alive: Math.max(last.alive, heard) }] }
  }

  private async writtenRuns(): Promise<readonly RecordingRun[]> {
    const rows = await this.database.rows('SELECT begun, alive FROM history_runs ORDER BY id')
    return rows.map(({ begun, alive }) => ({ begun: Number(begun), alive: Number(alive) }))
  }

  /** Everything at a state that is written. */
  private async readAt(position: number): Promise<Snapshot> {
    const { rows } = this.database
    const { recorded, reading } = this.recorder
    const { snapshot, objects } = recorded ?? (await reading) ?? (await this.foreignAt(position))
    const held = [...this.recorder.held.values()]
    const changed = [...objects.values()].filter(({ last }) => last > position)
    const isChanged = new Set(changed.map(({ id }) => id))
    let { shoots } = snapshot
    for (const { ref, before } of held) {
      if (!isChanged.has(objects.get(recordKey(ref))?.id ?? 0)) shoots = withShoot(shoots, before, before)
    }
    return readAt(rows, position, { ...snapshot, shoots }, changed)
  }

  /** Another process writes: what is new since it was read last is read now. */
  private foreignAt(position: number): Promise<RecordedState> {
    const { rows } = this.database
    const like = this.recorder.waiting.at(-1)?.snapshot ?? emptySnapshot
    const known = this.foreign
    const read = forEverybody(() =>
      known === null ? readAll(rows, position, like) : known.then((one) => readOn(rows, one, position)),
    )
    this.foreign = read
    read.catch(() => {
      if (this.foreign === read) this.foreign = null
    })
    return read
  }

  private async pages(
    ask: (from: number, until: Instant) => readonly [statement: string, values: (string | number)[]],
  ): Promise<{ readonly rows: readonly StoredRow[]; readonly written: Instant }> {
    const { written } = await this.runs()
    const all: StoredRow[] = []
    for (let from = 0; ; ) {
      const rows = await this.database.rows(...ask(from, written))
      for (const row of rows) all.push(row)
      if (rows.length < page) return { rows: all, written }
      from = Number(rows.at(-1)?.id)
    }
  }

  private workLater(wait: number): void {
    if (this.isClosed || this.timer !== undefined) return
    this.timer = setTimeout(
      () => {
        this.working = this.work().finally(() => {
          this.timer = undefined
          const { leads, waiting } = this.recorder
          if (this.problem !== null || (leads && waiting.length > 0)) this.workLater(0)
        })
      },
      Math.max(wait, this.wait),
    )
    this.timer.unref()
  }

  /** Never rejects. */
  private async work(): Promise<void> {
    try {
      await forEverybody(() => this.recorder.write())
      if (this.recorder.leads) {
        this.foreign = null
        if (this.clock() >= this.cleanAt) {
          this.cleanAt = this.clock() + cleaning.every
          await this.forgetOld()
        }
      }
      this.problem = null
      this.wait = 0
    } catch (error) {
      this.problem = this.options.onFailure(error)
      this.wait = Math.min(pause.longest, this.wait === 0 ? pause.first : this.wait * 2)
    }
  }

  /** What can no longer be asked for, a little at a time. */
  async forgetOld(): Promise<void> {
    const { recorded } = this.recorder
    const edge = edgeOf(await this.writtenRuns(), this.options.days)
    if (edge === null || recorded === null) return
    await cleanUp(this.database, edge, recorded.objects)
    this.known = null
  }
}

/** A moment in what is written. */
interface StartingState {
  readonly from: Instant
  /** The last state that was seen up to then. */
  readonly position: number
  readonly snapshot: Snapshot
  /** Up to when everything is written. */
  readonly until: Instant
}

/** How some shoots were since a moment, as far as it is written. */
async function statesSince(
  rows: StatementRunner,
  some: readonly StoredRow[],
  since: StartingState,
  bodies: Map<number, unknown>,
): Promise<readonly ShootStates[]> {
  const ids = some.map(({ id }) => id ?? 0)
  const read = await rows(
    `SELECT s.object AS id, s.part, s.seen, s.unseen_from, s.content, s.resource_version, c.hash, c.body
     FROM history_states s
     LEFT JOIN history_contents c ON c.id = s.content
     WHERE s.object IN (${placeholders(ids.length, 3)}) AND s.id > $1 AND s.seen <= $2 ORDER BY s.object, s.id`,
    [since.position, since.until, ...ids],
  )
  const rowsOf = groupedBy(read, ({ id }) => id)
  return some.map((object) => {
    const ref = { kind: 'Shoot', namespace: String(object.namespace), name: String(object.name) } as const
    const states = beginningOf(ref.namespace, ref.name, since)
    addRows(ref, states, rowsOf.get(object.id) ?? [], bodies)
    return { namespace: ref.namespace, name: ref.name, states }
  })
}

/** Adds what an object became after its states so far, by rows of its parts in their order. */
function addRows<K extends GardenKind>(
  ref: ObjectRef & { readonly kind: K },
  states: ObjectState<ObjectOf[K]>[],
  rows: readonly StoredRow[],
  bodies: Map<number, unknown>,
): void {
  const parts = [...objectParts(ref.kind, states.at(-1)?.value ?? null)]
  for (const [i, row] of rows.entries()) {
    parts[Number(row.part)] = partIn(row, bodies)
    // Parts that were seen together are one state.
    if (rows[i + 1]?.seen === row.seen) continue
    const version = storedVersionText(row.resource_version)
    addState(ref, states, { ...sightingIn(row), value: composed(ref, parts, version) as ObjectOf[K] | null })
  }
}

function beginningOf(namespace: string, name: string, { from, snapshot }: StartingState): ObjectState<Shoot>[] {
  const value = objectIn(snapshot, { kind: 'Shoot', namespace, name })
  return value === null ? [] : [{ seen: from, after: null, value }]
}

/** The states with what was shown since. */
function withNews(
  { namespace, name, states }: ShootStates,
  news: readonly (Sighting & { readonly snapshot: Snapshot })[],
): ShootStates {
  const all = [...states]
  for (const { seen, after, snapshot } of news) {
    const value = objectIn(snapshot, { kind: 'Shoot', namespace, name })
    addState({ kind: 'Shoot' }, all, { seen, ...(after !== undefined && { after }), value })
  }
  return { namespace, name, states: all }
}

/** The states as they are known: what held at the first known moment may have held before, and what was before it cannot be told. */
function statesFrom<T>(since: Instant | null, states: readonly ObjectState<T>[]): readonly ObjectState<T>[] {
  const held = since === null ? -1 : states.findLastIndex(({ seen }) => seen <= since)
  const first = states[held]
  if (first === undefined) return states
  const later = states.slice(held + 1)
  return first.value === null ? later : [{ ...first, after: null }, ...later]
}

function sightingIn({ seen, unseen_from }: StoredRow): Sighting {
  if (unseen_from === null || unseen_from === undefined) return { seen: Number(seen) }
  return { seen: Number(seen), after: Number(unseen_from) < 0 ? null : Number(unseen_from) }
}
