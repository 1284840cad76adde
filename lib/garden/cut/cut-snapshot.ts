import { createHash } from 'node:crypto'
import type { Problem } from '@/lib/engine/faults'
import { isDeepEqual } from '@/lib/engine/json'
import { oncePer } from '@/lib/engine/once'
import type { ProfileRef, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '../chunked-list'
import type { GardenKind, Snapshot, UnseenObjects } from '../garden'
import { gardenKinds } from '../read-object'
import { unversioned } from '../shoot-fields'
import { compare, isSameList } from '../snapshot'

/** The namespaces in which something may be seen, or all there are. */
export type VisibleNamespaces = 'all' | ReadonlySet<string>

/** What a user may see of a garden. Projects are seen by the namespace that belongs to them. */
export interface GardenSight {
  readonly reach: Readonly<Record<GardenKind, VisibleNamespaces>>
  /** Only the cluster with this name. */
  readonly cluster?: string
}

const all = { CloudProfile: 'all', NamespacedCloudProfile: 'all', Project: 'all', Shoot: 'all' } as const

export const seesAll: GardenSight = { reach: all }

/** What lies in no namespace is seen by those who see all of its kind. */
export function sees(
  { reach, cluster }: GardenSight,
  kind: GardenKind,
  namespace: string | undefined,
  name: string,
): boolean {
  const seen = reach[kind]
  if (kind === 'Shoot' && cluster !== undefined && cluster !== name) return false
  return seen === 'all' || (namespace !== undefined && seen.has(namespace))
}

export function isWholeGarden({ reach, cluster }: GardenSight): boolean {
  return cluster === undefined && Object.values(reach).every((one) => one === 'all')
}

/** A text that is the same for the same sight. */
export function sightText({ reach, cluster = '' }: GardenSight): string {
  const parts = Object.entries(reach).map(([kind, seen]) => [kind, seen === 'all' ? seen : [...seen].sort()])
  return JSON.stringify([parts, cluster])
}

/** A snapshot of what a user sees, with what it was cut from. */
export interface CutSnapshot {
  readonly whole: Snapshot
  readonly snapshot: Snapshot
  /** The shoots by namespace, in order. */
  readonly shoots: ReadonlyMap<string, readonly Shoot[]>
}

/**
 * The part of a snapshot that a user sees. What they do not see is as if it were not there: it changes neither the revision nor
 * anything else. It costs what they see, and shares with the cut before whatever is the same; of which it is the very snapshot
 * when nothing that they see differs. `unseen` tells the rest.
 */
export function cutSnapshot(
  whole: Snapshot,
  sight: GardenSight,
  unseen: () => UnseenObjects,
  before?: CutSnapshot,
): CutSnapshot {
  if (before?.whole === whole) return before
  const shoots = before?.whole.shoots === whole.shoots ? before.shoots : shootsIn(whole.shoots, sight, before?.shoots)
  const profiles =
    before?.whole.profiles === whole.profiles
      ? before.snapshot.profiles
      : new Map([...whole.profiles].filter(([, { ref }]) => seesProfile(sight, ref)))
  const projects =
    before?.whole.projects === whole.projects
      ? before.snapshot.projects
      : whole.projects.filter(({ namespace, name }) => sees(sight, 'Project', namespace, name))
  const problems = before?.whole.problems === whole.problems ? before.snapshot.problems : problemsIn(whole, sight)
  const events = eventsIn(whole, sight)
  const known = before?.snapshot
  const parts = {
    profiles: known !== undefined && isSameMap(profiles, known.profiles) ? known.profiles : profiles,
    projects: known !== undefined && isSameList(projects, known.projects) ? known.projects : projects,
    shoots:
      known !== undefined && shoots === before?.shoots ? known.shoots : ChunkedList.ofChunks([...shoots.values()]),
    problems: known !== undefined && isDeepEqual(problems, known.problems) ? known.problems : problems,
    ...(events !== undefined && { events }),
  }
  const isSame =
    known !== undefined &&
    parts.profiles === known.profiles &&
    parts.projects === known.projects &&
    parts.shoots === known.shoots &&
    parts.problems === known.problems &&
    isDeepEqual(parts.events, known.events)
  if (isSame) return { whole, snapshot: known, shoots }
  const { observedAt, seen } = whole
  const snapshot = { ...parts, revision: revisionOf(parts), observedAt, ...(seen !== undefined && { seen }), unseen }
  return { whole, snapshot, shoots }
}

function shootsIn(
  all: ChunkedList<Shoot>,
  { reach, cluster }: GardenSight,
  before: CutSnapshot['shoots'] | undefined,
): ReadonlyMap<string, readonly Shoot[]> {
  const seen = new Map<string, readonly Shoot[]>()
  const add = (namespace: string, shoots: readonly Shoot[]) => {
    const mine = cluster === undefined ? shoots : shoots.filter(({ name }) => name === cluster)
    const known = before?.get(namespace)
    if (mine.length > 0) seen.set(namespace, known !== undefined && isSameList(mine, known) ? known : mine)
  }
  const namespaces = reach.Shoot === 'all' ? new Set(all.map(({ namespace }) => namespace)) : reach.Shoot
  for (const namespace of [...namespaces].sort(compare)) add(namespace, inNamespace(all, namespace))
  return before !== undefined && isSameMap(seen, before) ? before : seen
}

/** What a user does not see. It costs what there is. */
export function unseenIn({ shoots, profiles }: Snapshot, sight: GardenSight): UnseenObjects {
  return {
    shoots: [...shoots].filter(({ namespace, name }) => !sees(sight, 'Shoot', namespace, name)),
    profiles: [...profiles.values()].filter(({ ref }) => !seesProfile(sight, ref)),
  }
}

/** They are in order of namespaces. */
function inNamespace(all: ChunkedList<Shoot>, namespace: string): readonly Shoot[] {
  let at = all.firstNot((shoot) => shoot.namespace < namespace)
  const found: Shoot[] = []
  for (let shoot = all.at(at); shoot?.namespace === namespace; shoot = all.at(++at)) found.push(shoot)
  return found
}

function seesProfile(sight: GardenSight, ref: ProfileRef): boolean {
  return sees(sight, ref.kind, ref.kind === 'CloudProfile' ? undefined : ref.namespace, ref.name)
}

/** What is wrong with an object is told to who sees the object; what is wrong with anything else, to no user. */
function problemsIn({ problems, projects }: Snapshot, sight: GardenSight): readonly Problem[] {
  const namespaces = new Map(projects.map(({ name, namespace }) => [name, namespace]))
  return problems.filter(({ object = '' }) => {
    const [, label, namespace, name = ''] = /^(\w+) (?:([^/]+)\/)?(.+)$/.exec(object) ?? []
    const kind = gardenKinds.find((one): one is GardenKind => one === label)
    if (kind === undefined) return false
    return sees(sight, kind, kind === 'Project' ? namespaces.get(name) : namespace, name)
  })
}

function eventsIn({ events }: Snapshot, sight: GardenSight): Snapshot['events'] {
  if (events === undefined) return undefined
  const seen = [...events].filter(([key]) => {
    const [namespace = '', name = ''] = key.split('/')
    return sees(sight, 'Shoot', namespace, name)
  })
  return seen.length === 0 ? undefined : new Map(seen)
}

/** Made of what is in it, so that it is the same in every process. */
function revisionOf({
  profiles,
  projects,
  shoots,
  problems,
  events,
}: Omit<Snapshot, 'revision' | 'observedAt' | 'seen'>): string {
  const hash = createHash('sha256')
  for (const part of [...profiles.values(), ...projects]) hash.update(digestOf(part))
  for (const shoot of shoots) hash.update(digestOfShoot(shoot))
  hash.update(JSON.stringify([problems, [...(events ?? [])]]))
  return hash.digest('hex').slice(0, 12)
}

/** An object that did not change is the same one. */
const digestOf = oncePer(hashOf)
const digestOfShoot = oncePer((shoot: Shoot) => hashOf(unversioned(shoot)))

function hashOf(part: object): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url')
}

function isSameMap<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)
}
