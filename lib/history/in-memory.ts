import { isDeepEqual } from '@/lib/engine/json'
import type { Instant, NamespacedName, Shoot } from '@/lib/engine/types'
import { type ObjectOf, objectIn, snapshotChanges } from '@/lib/garden/changes'
import type { GardenKind, ObjectRef, Snapshot } from '@/lib/garden/garden'
import { emptySnapshot } from '@/lib/garden/snapshot'
import { letThrough } from '@/lib/process/event-loop'
import {
  followedAt,
  gapAt,
  gapsOf,
  type History,
  type MaintenanceSighting,
  type ObjectState,
  type ShootStates,
  type Sighting,
  type SnapshotAt,
  TOLERANCE,
} from './history'
import { addState } from './parts'

/** A snapshot that differs from the one before. */
interface SnapshotEntry extends Sighting {
  readonly id: number
  readonly snapshot: Snapshot
  /** How many objects differ from the entry before: so many are kept for it. */
  readonly changes: number
}

/** How many shoots are told at a time: waiting for each of 100,000 takes longer than looking at it. */
const together = 50

/**
 * What a process saw, for as long as it lives: the snapshots themselves, which share whatever did not change. The oldest are
 * forgotten when more is held than the limits say.
 */
export class InMemoryHistory implements History {
  private readonly entries: SnapshotEntry[] = []
  private readonly runs: { begun: Instant; alive: Instant }[] = []
  private shown: Snapshot | undefined
  private made = 0
  private changes = 0

  /** An object that changed is some 3 KB with the chunk that holds it, a snapshot of 100,000 clusters some 6 KB. */
  constructor(private readonly limits = { snapshots: 2000, changes: 20_000 }) {}

  record(snapshot: Snapshot, given: Instant, isFollowed?: boolean): void {
    const run = this.runs.at(-1)
    const last = this.entries.at(-1)
    const at = Math.max(given, run?.alive ?? given)
    const wasFollowed = run !== undefined && (isFollowed ?? at - run.alive <= TOLERANCE)
    const isNew = snapshot !== this.shown
    this.shown = snapshot
    // Two changes are never of the same moment.
    const seen = run !== undefined && (isNew || !wasFollowed) ? Math.max(at, run.alive + 1) : at
    const changes = last === undefined ? [] : [...snapshotChanges(last.snapshot, snapshot)]
    const isSame = last !== undefined && changes.length === 0 && last.snapshot.problems === snapshot.problems
    if (!isSame) {
      const after = run === undefined ? { after: null } : wasFollowed ? {} : { after: run.alive }
      // Events are those that the API server still has: it is not known which of them were known then.
      const { events: _, unseen: __, ...kept } = snapshot
      this.entries.push({ id: ++this.made, seen, ...after, snapshot: kept, changes: changes.length })
      this.changes += changes.length
      this.forget()
    }
    if (wasFollowed) run.alive = seen
    else this.runs.push({ begun: seen, alive: seen })
  }

  async snapshotAt(seen: Instant): Promise<SnapshotAt> {
    const since = await this.since()
    const entry = this.entries.findLast((one) => one.seen <= seen)
    if (since === null || entry === undefined) return { kind: 'before', since }
    const gap = gapAt(this.runs, seen)
    const revision = `seen-${seen}-${entry.id}`
    const snapshot = { ...entry.snapshot, revision, observedAt: followedAt(this.runs, seen) }
    return { kind: 'known', snapshot, since, ...(gap !== undefined && { gap }) }
  }

  async statesOf<K extends GardenKind>(
    ref: ObjectRef & { readonly kind: K },
  ): Promise<readonly ObjectState<ObjectOf[K]>[]> {
    const states: ObjectState<ObjectOf[K]>[] = []
    for (const { seen, after, snapshot } of this.entries) {
      addState(ref, states, { seen, ...(after !== undefined && { after }), value: objectIn(snapshot, ref) })
    }
    return states
  }

  async *shootsSince(
    from: Instant,
    isWanted: (place: NamespacedName) => boolean,
  ): AsyncGenerator<readonly ShootStates[]> {
    const base = this.entries.findLast(({ seen }) => seen <= from) ?? this.entries[0]
    if (base === undefined) return
    /** What few shoots became after that, by place: all others are told without a list of their own. */
    const later = new Map<string, NamespacedName & { readonly states: ObjectState<Shoot>[] }>()
    let before = base.snapshot
    for (const { seen, after, snapshot } of this.entries) {
      if (seen <= base.seen) continue
      for (const change of snapshotChanges(before, snapshot)) {
        if (change.kind !== 'Shoot') continue
        const { namespace = '', name } = change.ref
        if (!isWanted({ namespace, name })) continue
        const key = `${namespace}/${name}`
        const own = later.get(key) ?? { namespace, name, states: [] }
        later.set(key, own)
        own.states.push({ seen, ...(after !== undefined && { after }), value: change.after })
      }
      before = snapshot
    }
    const sighting =
      base.seen <= from
        ? { seen: from, after: null }
        : { seen: base.seen, ...(base.after !== undefined && { after: base.after }) }
    let some: ShootStates[] = []
    for (const shoot of base.snapshot.shoots) {
      if (!isWanted(shoot)) continue
      if (some.length === together) {
        yield some
        some = []
        await letThrough()
      }
      const { namespace, name } = shoot
      const first = { ...sighting, value: shoot }
      const key = `${namespace}/${name}`
      const others = later.get(key)?.states
      later.delete(key)
      some.push({ namespace, name, states: others === undefined ? [first] : thatDiffer([first, ...others]) })
    }
    for (const { namespace, name, states } of later.values()) some.push({ namespace, name, states: thatDiffer(states) })
    yield some
  }

  async maintenancesSeen(from: Instant, to: Instant): Promise<readonly MaintenanceSighting[]> {
    const found: MaintenanceSighting[] = []
    for (const [i, { seen, after, snapshot }] of this.entries.entries()) {
      if (seen <= from || seen > to) continue
      const before = this.entries[i - 1]?.snapshot ?? emptySnapshot
      for (const change of snapshotChanges(before, snapshot)) {
        if (change.kind !== 'Shoot') continue
        const { namespace = '', name = '', lastMaintenance: maintenance } = change.after ?? {}
        if (maintenance === undefined || isDeepEqual(maintenance, change.before?.lastMaintenance)) continue
        found.push({ seen, ...(after !== undefined && { after }), namespace, name, maintenance })
      }
    }
    return found
  }

  async since(): Promise<Instant | null> {
    return this.entries[0]?.seen ?? null
  }

  async gaps() {
    return gapsOf(this.runs)
  }

  state() {
    return { kept: 'process', waiting: 0, recorded: this.runs.at(-1)?.alive ?? null, problem: null } as const
  }

  async close(): Promise<void> {}

  private forget(): void {
    const { snapshots, changes } = this.limits
    while (this.entries.length > 1 && (this.entries.length > snapshots || this.changes > changes)) {
      this.entries.shift()
      // What the first one differs in is no longer kept, so it cannot be told when it came about.
      const [first] = this.entries
      if (first === undefined) return
      this.changes -= first.changes
      this.entries[0] = { ...first, after: null, changes: 0 }
    }
    const since = this.entries[0]?.seen ?? 0
    while ((this.runs[0]?.alive ?? since) < since) this.runs.shift()
  }
}

/** The states without those that say the same as the one before. */
function thatDiffer(states: readonly ObjectState<Shoot>[]): readonly ObjectState<Shoot>[] {
  const told: ObjectState<Shoot>[] = []
  for (const state of states) addState({ kind: 'Shoot' }, told, state)
  return told
}
