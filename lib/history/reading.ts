import type { Instant, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { isDeepEqual } from '@/lib/garden/deep-equal'
import type { Problem, ProfileEntry, Project, Snapshot } from '@/lib/garden/garden'
import { profileKey } from '@/lib/garden/garden'
import { compare, emptySnapshot, profilesInOrder } from '@/lib/garden/snapshot'
import { byPlace } from './changes'
import { DamagedHistory, readBody } from './content'
import { listed, type Row, type Rows } from './database'
import { objectIn, placeOf } from './lookup'
import { composed, type KeptRef, type KeptValue, keyOf, NO_PARTS, PART_COUNT, refOf } from './parts'
import type { Slices } from './slices'

/** So many objects are read with one statement. */
const page = 250

/** An object that is or was there. */
export interface KnownObject {
  readonly id: number
  readonly ref: KeptRef
  /** The last state of any of its parts. */
  last: number
}

/** What is recorded up to a state. */
export interface Recorded {
  /** The last state that it has; 0: none. */
  readonly position: number
  readonly snapshot: Snapshot
  /** By `keyOf`. */
  readonly objects: Map<string, KnownObject>
}

interface Present {
  readonly ref: KeptRef
  readonly value: KeptValue
}

const parts = Array.from({ length: PART_COUNT }, (_, part) => `SELECT ${part} AS part`).join(' UNION ALL ')

/** The state of each part of some objects, up to a state: one look into the index for each, however long the history is. */
const statesOfObjects = (which: string) => `
  SELECT h.id, h.part, h.state, s.content FROM (
    SELECT o.id, p.part, (
      SELECT s.id FROM history_states s
      WHERE s.object = o.id AND s.part = p.part AND s.id <= $1 ORDER BY s.id DESC LIMIT 1
    ) AS state
    FROM history_objects o CROSS JOIN (${parts}) p WHERE ${which}
  ) h
  JOIN history_states s ON s.id = h.state`

/** The last state that was seen up to a moment; 0: none was. */
export async function positionAt(rows: Rows, at: Instant): Promise<number> {
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
export async function readAll(rows: Rows, position: number, like: Snapshot, slices: Slices): Promise<Recorded> {
  const objects = new Map<string, KnownObject>()
  const values: Present[] = []
  const bodies = new Map<number, unknown>()
  for (let from = 0; position > 0; ) {
    const found = await rows(
      `SELECT id, kind, namespace, name FROM history_objects WHERE id > $1 ORDER BY id LIMIT ${page}`,
      [from],
    )
    const until = Number(found.at(-1)?.id ?? 0)
    if (until === 0) break
    const states = await rows(statesOfObjects('o.id > $2 AND o.id <= $3'), [position, from, until])
    const known = found.map((row) => ({ id: Number(row.id), ref: refIn(row), last: 0 }))
    for (const [object, value] of await readObjects(rows, known, states, like, bodies)) {
      objects.set(keyOf(object.ref), object)
      if (value !== null) values.push({ ref: object.ref, value })
    }
    from = until
    await slices.breathe()
  }
  return { position, objects, snapshot: await snapshotOf(values, like, slices) }
}

/** The same as it was at another state, from what differs: `changed` are the objects that may. */
export async function readAt(
  rows: Rows,
  position: number,
  from: Snapshot,
  changed: readonly KnownObject[],
  slices: Slices,
): Promise<Snapshot> {
  let { profiles, projects, shoots, problems } = from
  const bodies = new Map<number, unknown>()
  for (let i = 0; i < changed.length; i += page) {
    const some = changed.slice(i, i + page)
    const states = await rows(statesOfObjects(`o.id IN (${listed(some.length, 2)})`), [
      position,
      ...some.map(({ id }) => id),
    ])
    const copies = some.map((object) => ({ ...object, last: 0 }))
    for (const [{ ref }, value] of await readObjects(rows, copies, states, from, bodies)) {
      if (ref.kind === 'Shoot')
        shoots = withShoot(shoots, ref as { namespace: string; name: string }, value as Shoot | null)
      else if (ref.kind === 'Problems') problems = (value ?? []) as readonly Problem[]
      else if (ref.kind === 'Project') {
        const others = projects.filter(({ name }) => name !== ref.name)
        projects = value === null ? others : [...others, value as Project].sort((a, b) => compare(a.name, b.name))
      } else {
        const next = new Map(profiles)
        const key = profileKey(ref as ProfileEntry['ref'])
        if (value === null) next.delete(key)
        else next.set(key, value as ProfileEntry)
        profiles = next
      }
      if (slices.isOver) await slices.breathe()
    }
  }
  return { ...from, profiles: profilesInOrder(profiles), projects, shoots, problems }
}

/** With another shoot, or none, at its place. */
export function withShoot(
  shoots: ChunkedList<Shoot>,
  place: { readonly namespace: string; readonly name: string },
  shoot: Shoot | null,
): ChunkedList<Shoot> {
  const { position, isThere } = placeOf(shoots, place)
  if (shoot === null) return isThere ? shoots.toSpliced(position, 1) : shoots
  if (isThere && shoots.at(position) === shoot) return shoots
  return shoots.toSpliced(position, isThere ? 1 : 0, shoot)
}

/** What objects were, by their states; contents that several have are read once. `last` of each becomes what was found. */
async function readObjects(
  rows: Rows,
  objects: readonly KnownObject[],
  states: readonly Row[],
  like: Snapshot,
  bodies: Map<number, unknown>,
): Promise<[KnownObject, KeptValue | null][]> {
  const wanted = new Set<number>()
  for (const { content } of states) if (content !== null && !bodies.has(Number(content))) wanted.add(Number(content))
  const missing = [...wanted]
  for (let i = 0; i < missing.length; i += page) {
    const some = missing.slice(i, i + page)
    const found = await rows(
      `SELECT id AS content, hash, body FROM history_contents WHERE id IN (${listed(some.length)})`,
      some,
    )
    for (const row of found) partIn(row, bodies)
  }
  const parts = new Map(objects.map((object) => [object.id, { object, parts: [...NO_PARTS] as unknown[] }]))
  for (const { id, part, state, content } of states) {
    const known = parts.get(Number(id))
    if (known === undefined) continue
    const body = content === null ? null : bodies.get(Number(content))
    if (body === undefined) throw new DamagedHistory()
    known.parts[Number(part)] = body
    known.object.last = Math.max(known.object.last, Number(state))
  }
  return [...parts.values()].map(({ object, parts }) => [
    object,
    sharedWith(like, object.ref, composed(object.ref, parts)),
  ])
}

export function refIn({ kind, namespace, name }: Row): KeptRef {
  return refOf(String(kind) as KeptRef['kind'], String(namespace), String(name))
}

/** Contents that several rows have are read once. */
export function partIn({ content, hash, body }: Row, bodies: Map<number, unknown>): unknown {
  if (content === null) return null
  const id = Number(content)
  let part = bodies.get(id)
  if (part === undefined) {
    part = readBody(String(body), String(hash))
    bodies.set(id, part)
  }
  return part
}

function sharedWith(like: Snapshot, ref: KeptRef, value: KeptValue | null): KeptValue | null {
  const known = ref.kind === 'Problems' ? like.problems : objectIn(like, ref)
  return known !== null && isDeepEqual(value, known) ? known : value
}

async function snapshotOf(objects: readonly Present[], like: Snapshot, slices: Slices): Promise<Snapshot> {
  const profiles = new Map<string, ProfileEntry>()
  const projects: Project[] = []
  const shoots: Shoot[] = []
  let problems: readonly Problem[] = []
  for (const { ref, value } of objects) {
    if (ref.kind === 'Shoot') shoots.push(value as Shoot)
    else if (ref.kind === 'Project') projects.push(value as Project)
    else if (ref.kind === 'Problems') problems = value as readonly Problem[]
    else profiles.set(profileKey(ref as ProfileEntry['ref']), value as ProfileEntry)
    if (slices.isOver) await slices.breathe()
  }
  // As few as are there when nothing differs: then the list itself is shared.
  shoots.sort(byPlace)
  projects.sort((a, b) => compare(a.name, b.name))
  const isSame = shoots.length === like.shoots.length && shoots.every((shoot, i) => shoot === like.shoots.at(i))
  return {
    ...emptySnapshot,
    profiles: profilesInOrder(profiles),
    projects,
    shoots: isSame ? like.shoots : ChunkedList.of(shoots),
    problems,
  }
}
