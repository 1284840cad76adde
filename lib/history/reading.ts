import type { Problem } from '@/lib/engine/faults'
import { madeOnce } from '@/lib/engine/grouped'
import type { Instant, NamespacedName, Shoot } from '@/lib/engine/types'
import { anyObjectIn } from '@/lib/garden/changes'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { type GardenProject, type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import { byPlace, compare, emptySnapshot, placeInOrder, profilesInOrder, withShoot } from '@/lib/garden/snapshot'
import { eachOf } from '@/lib/process/event-loop'
import type { StatementRunner, StoredRow, StoredValue } from '@/lib/store'
import { asLines, fromLine, inLine, placeholders, StoredLines } from './database'
import {
  composed,
  DamagedHistory,
  isBodyOf,
  type KeptRef,
  type KeptValue,
  keptRef,
  NO_PARTS,
  type ObjectParts,
  objectParts,
  PART_COUNT,
  readStoredBody,
  recordKey,
  saySame,
} from './parts'

/** How many objects are read with one statement. */
const page = 2000

/** An object that is or was there. */
export interface KnownObject {
  readonly id: number
  readonly ref: KeptRef
  /** The last state of any of its parts. */
  last: number
}

/** What is recorded up to a state. */
export interface RecordedState {
  /** The last state that it has; 0: none. */
  readonly position: number
  readonly snapshot: Snapshot
  /** The objects by `recordKey`. */
  readonly objects: Map<string, KnownObject>
}

interface PresentObject {
  readonly ref: KeptRef
  readonly value: KeptValue
}

const parts = Array.from({ length: PART_COUNT }, (_, part) => `SELECT ${part} AS part`).join(' UNION ALL ')

const objectsBetween = asLines(
  ['o.id', inLine('o.kind'), inLine('o.namespace'), inLine('o.name')],
  'history_objects o WHERE o.id > $2 AND o.id <= $3',
)

/**
 * The state of each part of some objects, up to a state, with its content: one look into the index for each, however long the history
 * is.
 */
const statesOfObjects = (which: string) =>
  asLines(
    [
      "h.id || ' ' || h.part || ' ' || h.state || ' ' || coalesce(CAST(s.content AS TEXT), '')",
      inLine('s.resource_version'),
      "c.hash || ' ' || c.body",
    ],
    `(SELECT o.id, p.part, (
        SELECT s.id FROM history_states s
        WHERE s.object = o.id AND s.part = p.part AND s.id <= $1 ORDER BY s.id DESC LIMIT 1
      ) AS state
      FROM history_objects o CROSS JOIN (${parts}) p WHERE ${which}
    ) h
    JOIN history_states s ON s.id = h.state
    LEFT JOIN history_contents c ON c.id = s.content`,
  )

/** The last state that was seen up to a moment; 0: none was. */
export async function positionAt(rows: StatementRunner, at: Instant): Promise<number> {
  const [row] = await rows(
    `SELECT max(q.id) AS id FROM (SELECT (
       SELECT s.id FROM history_states s WHERE s.part = p.part AND s.seen <= $1 ORDER BY s.seen DESC, s.id DESC LIMIT 1
     ) AS id FROM (${parts}) p) q`,
    [at],
  )
  return Number(row?.id ?? 0)
}

/**
 * Everything as it was at a state. What says the same as in `like` is the object that stands there, so that whatever is known of that
 * one holds for it.
 */
export async function readAll(rows: StatementRunner, position: number, like: Snapshot): Promise<RecordedState> {
  const objects = new Map<string, KnownObject>()
  const values: PresentObject[] = []
  const [last] = await rows('SELECT max(id) AS id FROM history_objects')
  const end = position === 0 ? 0 : Number(last?.id ?? 0)
  const answers = oneAhead(Math.ceil(end / page), (i) =>
    rows(`SELECT ${objectsBetween} AS objects, ${statesOfObjects('o.id > $2 AND o.id <= $3')} AS states`, [
      position,
      i * page,
      (i + 1) * page,
    ]),
  )
  const knownOf = lookupIn(like)
  for await (const [row] of answers) {
    for (const [object, value] of await readObjects(objectsIn(row?.objects), row?.states, knownOf)) {
      objects.set(recordKey(object.ref), object)
      if (value !== null) values.push({ ref: object.ref, value })
    }
  }
  return { position, objects, snapshot: snapshotOf(values, like) }
}

/** Answers to `count` questions, one after the other: while one is looked at, the next one is made. */
async function* oneAhead<T>(count: number, ask: (i: number) => Promise<T>): AsyncGenerator<T> {
  let next = count > 0 ? ask(0) : undefined
  for (let i = 1; next !== undefined; i++) {
    const answer = await next
    next = i < count ? ask(i) : undefined
    // What goes wrong is told when it is waited for.
    next?.catch(() => {})
    yield answer
  }
}

function objectsIn(text: StoredValue | undefined): readonly KnownObject[] {
  const objects: KnownObject[] = []
  for (const lines = new StoredLines(text); !lines.isOver; ) {
    const id = Number(lines.next())
    const [kind, namespace, name] = [lines.next(), lines.next(), lines.next()].map((line) => fromLine(line ?? ''))
    objects.push({ id, ref: keptRef(kind as KeptRef['kind'], namespace ?? '', name ?? ''), last: 0 })
  }
  return objects
}

/** The snapshot at another state, from what differs: `changed` are the objects that may differ. */
export async function readAt(
  rows: StatementRunner,
  position: number,
  from: Snapshot,
  changed: readonly KnownObject[],
): Promise<Snapshot> {
  let { profiles, projects, shoots, problems } = from
  const answers = oneAhead(Math.ceil(changed.length / page), async (i) => {
    const objects = changed.slice(i * page, (i + 1) * page).map((object) => ({ ...object, last: 0 }))
    const [row] = await rows(`SELECT ${statesOfObjects(`o.id IN (${placeholders(objects.length, 2)})`)} AS states`, [
      position,
      ...objects.map(({ id }) => id),
    ])
    return { objects, states: row?.states }
  })
  const knownOf = lookupIn(from)
  for await (const { objects, states } of answers) {
    await eachOf(await readObjects(objects, states, knownOf), ([{ ref }, value]) => {
      if (ref.kind === 'Shoot') shoots = withShoot(shoots, ref as NamespacedName, value as Shoot | null)
      else if (ref.kind === 'Problems') problems = (value ?? []) as readonly Problem[]
      else if (ref.kind === 'Project') {
        const others = projects.filter(({ name }) => name !== ref.name)
        projects = value === null ? others : [...others, value as GardenProject].sort((a, b) => compare(a.name, b.name))
      } else {
        const next = new Map(profiles)
        const key = profileKey(ref as ProfileEntry['ref'])
        if (value === null) next.delete(key)
        else next.set(key, value as ProfileEntry)
        profiles = next
      }
    })
  }
  return { ...from, profiles: profilesInOrder(profiles), projects, shoots, problems }
}

/** The snapshot at a later state, from what was read before. */
export async function readOn(rows: StatementRunner, known: RecordedState, position: number): Promise<RecordedState> {
  if (position <= known.position) return known
  const objects = new Map(known.objects)
  const changed: KnownObject[] = []
  for (let from = known.position; ; ) {
    const found = await rows(
      `SELECT s.id AS state, o.id, o.kind, o.namespace, o.name FROM history_states s JOIN history_objects o ON o.id = s.object
       WHERE s.id > $1 AND s.id <= $2 ORDER BY s.id LIMIT ${page}`,
      [from, position],
    )
    for (const row of found) {
      const ref = refIn(row)
      const object = { id: Number(row.id), ref, last: Number(row.state) }
      objects.set(recordKey(ref), object)
      changed.push(object)
    }
    if (found.length < page) break
    from = Number(found.at(-1)?.state)
  }
  const once = [...new Map(changed.map((object) => [object.id, object])).values()]
  return { position, objects, snapshot: await readAt(rows, position, known.snapshot, once) }
}

/** What stands for an object in a snapshot; null: nothing does. */
type ValueLookup = (ref: KeptRef) => KeptValue | null

/** A lookup for objects that are mostly asked for in the order in which they stand. */
function lookupIn(snapshot: Snapshot): ValueLookup {
  let next = 0
  return (ref) => {
    if (ref.kind === 'Problems') return snapshot.problems
    if (ref.kind !== 'Shoot') return anyObjectIn(snapshot, ref) ?? null
    const { position, isThere } = placeInOrder(
      snapshot.shoots,
      { namespace: ref.namespace ?? '', name: ref.name },
      next,
    )
    next = isThere ? position + 1 : position
    return isThere ? (snapshot.shoots.at(position) ?? null) : null
  }
}

/** What objects were, by their states. `last` of each becomes what was found. */
async function readObjects(
  objects: readonly KnownObject[],
  states: StoredValue | undefined,
  knownOf: ValueLookup,
): Promise<[KnownObject, KeptValue | null][]> {
  const read = new Map(
    objects.map((object) => [
      object.id,
      { object, contents: NO_PARTS.map((): string | null => null), version: null as string | null },
    ]),
  )
  for (const lines = new StoredLines(states); !lines.isOver; ) {
    const [id, part, state, content] = lines.next()?.split(' ') ?? []
    const [version, written] = [lines.next(), lines.next()]
    const known = read.get(Number(id))
    // A line more than there should be moves all that follow.
    if (known === undefined || version === null || written === null) throw new DamagedHistory()
    known.contents[Number(part)] = content === '' ? null : written
    if (Number(state) < known.object.last) continue
    known.object.last = Number(state)
    known.version = version === '' ? null : fromLine(version)
  }
  const values: [KnownObject, KeptValue | null][] = []
  await eachOf(read.values(), ({ object, contents, version }) => {
    values.push([object, valueIn(object.ref, contents, version, knownOf(object.ref))])
  })
  return values
}

/** The value of contents as they were found: hash and body. Nearly always it is known already, and then the known object is used. */
function valueIn(
  ref: KeptRef,
  contents: readonly (string | null)[],
  version: string | null,
  known: KeptValue | null,
): KeptValue | null {
  if (known !== null && isWritten(contents, objectParts(ref.kind, known))) return known
  const parts = contents.map((content) =>
    content === null ? null : JSON.parse(readStoredBody(...hashAndBody(content))),
  )
  const value = composed(ref, parts, version)
  return known !== null && saySame(ref, value, known) ? known : value
}

/** Short parts first, which change more often. */
function isWritten(contents: readonly (string | null)[], parts: ObjectParts): boolean {
  for (let part = PART_COUNT - 1; part >= 0; part--) {
    const [content = null, value] = [contents[part], parts[part]]
    if (content === null || value === null) {
      if (content !== value) return false
    } else if (!isBodyOf(...hashAndBody(content), JSON.stringify(value))) return false
  }
  return true
}

function hashAndBody(content: string): [hash: string, body: string] {
  const end = content.indexOf(' ')
  return [content.slice(0, end), content.slice(end + 1)]
}

export function storedVersionText(value: StoredValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

export function refIn({ kind, namespace, name }: StoredRow): KeptRef {
  return keptRef(String(kind) as KeptRef['kind'], String(namespace), String(name))
}

/** Contents that several rows have are read once. */
export function partIn({ content, hash, body }: StoredRow, bodies: Map<number, unknown>): unknown {
  if (content === null) return null
  return madeOnce(bodies, Number(content), () => JSON.parse(readStoredBody(String(hash), String(body))))
}

function snapshotOf(objects: readonly PresentObject[], like: Snapshot): Snapshot {
  const profiles = new Map<string, ProfileEntry>()
  const projects: GardenProject[] = []
  const shoots: Shoot[] = []
  let problems: readonly Problem[] = []
  for (const { ref, value } of objects) {
    if (ref.kind === 'Shoot') shoots.push(value as Shoot)
    else if (ref.kind === 'Project') projects.push(value as GardenProject)
    else if (ref.kind === 'Problems') problems = value as readonly Problem[]
    else profiles.set(profileKey(ref as ProfileEntry['ref']), value as ProfileEntry)
  }
  shoots.sort(byPlace)
  projects.sort((a, b) => compare(a.name, b.name))
  return {
    ...emptySnapshot,
    profiles: profilesInOrder(profiles),
    projects,
    shoots: isSame(shoots, like.shoots) ? like.shoots : ChunkedList.of(shoots),
    problems,
  }
}

/** Whether nothing differs: then the list itself is shared. */
function isSame(shoots: readonly Shoot[], list: ChunkedList<Shoot>): boolean {
  if (shoots.length !== list.length) return false
  let i = 0
  for (const shoot of list) {
    if (shoot !== shoots[i++]) return false
  }
  return true
}
