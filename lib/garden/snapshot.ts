import { newCluster } from '@/lib/engine/api-server'
import type { FieldProblem, Problem, ProblemFault } from '@/lib/engine/faults'
import { addTo } from '@/lib/engine/grouped'
import { isRecord } from '@/lib/engine/reader'
import { messageOf } from '@/lib/engine/refusal'
import type { CloudProfile, Instant, NamespacedName, Shoot } from '@/lib/engine/types'
import { ChunkedList } from './chunked-list'
import { type GardenProject, type ProfileEntry, profileKey, type Snapshot } from './garden'
import { type ParsedObject, parseNamespacedCloudProfile } from './parse'
import type { ReadObject } from './read-object'
import type { ShootEvent } from './shoot-event'

/** What became of a cluster that names no whole version: it has the one that it would get, or there is none, and why. */
type VersionedShoot =
  | { readonly kind: 'versioned'; readonly shoot: Shoot }
  | { readonly kind: 'none'; readonly fault: ProblemFault }

/** Shoots with the version that they got, so that the same shoot with the same version stays one object. */
const made = new WeakMap<Shoot, Shoot>()

/** Gives a cluster the version that the API server would fill in if it were created now, as for any new cluster. */
function versionWhenCreated(shoot: Shoot, profile: CloudProfile | undefined, now: Instant): VersionedShoot {
  const { writtenVersion } = shoot
  if (writtenVersion === undefined) return { kind: 'versioned', shoot }
  if (profile === undefined) return { kind: 'none', fault: { code: 'unversioned', refusals: null } }
  const wanted = { ...(writtenVersion !== '' && { kubernetesVersion: writtenVersion }), pools: [] }
  const created = newCluster(wanted, profile, now)
  if (created.kind === 'refused') {
    return { kind: 'none', fault: { code: 'unversioned', refusals: created.errors.map(messageOf) } }
  }
  const { kubernetesVersion } = created
  const before = made.get(shoot)
  const after = before?.kubernetesVersion === kubernetesVersion ? before : { ...shoot, kubernetesVersion }
  made.set(shoot, after)
  return { kind: 'versioned', shoot: after }
}

/** An object and where it came from. What is wrong in it is told apart from it. */
export interface SourcedObject {
  readonly object: Exclude<ReadObject, { kind: 'other' | 'unreadable' }>
  /** File, or resource. */
  readonly source: string
  readonly line?: number
}

export interface SnapshotParts {
  readonly revision: string
  readonly observedAt: Instant
  /** The objects in any order, at most one of each label. */
  readonly objects: Iterable<SourcedObject>
  /** What is wrong, but for missing parents. */
  readonly problems: readonly Problem[]
}

export const emptySnapshot: Snapshot = {
  revision: '0',
  observedAt: 0,
  profiles: new Map(),
  projects: [],
  shoots: ChunkedList.of([]),
  problems: [],
}

/**
 * Puts a snapshot together: merges NamespacedCloudProfiles with their parents, sorts, and collects what could not be
 * understood. The objects themselves are taken as they are, so that they keep their identity.
 */
export function makeSnapshot({ revision, observedAt, objects, problems: given }: SnapshotParts): Snapshot {
  const projects: GardenProject[] = []
  const shoots: Shoot[] = []
  const unversioned: SourcedObject[] = []
  const others: SourcedObject[] = []
  const events = new Map<string, ShootEvent[]>()
  for (const sourced of objects) {
    const { object } = sourced
    if (object.kind === 'Shoot' && object.value.writtenVersion !== undefined) unversioned.push(sourced)
    else if (object.kind === 'Shoot') shoots.push(object.value)
    else if (object.kind === 'Project') projects.push(object.value)
    else if (object.kind === 'Event') addTo(events, object.value.shoot, object.value.event)
    else others.push(sourced)
  }
  const { profiles, problems: ofProfiles } = mergeProfiles(others, 'here')
  const problems = [...ofProfiles]
  for (const sourced of unversioned) {
    if (sourced.object.kind !== 'Shoot') continue
    const { value } = sourced.object
    const versioned = versionWhenCreated(value, profiles.get(profileKey(value.profile))?.profile, observedAt)
    if (versioned.kind === 'versioned') shoots.push(versioned.shoot)
    else problems.push(problemOf(sourced, { path: '', fault: versioned.fault }))
  }
  shoots.sort(byPlace)
  projects.sort((a, b) => compare(a.name, b.name))
  const parts = { profiles, projects, shoots: ChunkedList.of(shoots) }
  return { revision, observedAt, ...parts, problems: [...given, ...problems], ...(events.size > 0 && { events }) }
}

/**
 * CloudProfiles as they are, and NamespacedCloudProfiles merged with them, in order; other objects are passed over.
 * `merged` by the controller, whose status counts then, or here, where no controller follows what is edited.
 */
export function mergeProfiles(
  objects: readonly SourcedObject[],
  merged: 'by controller' | 'here' = 'by controller',
): Pick<Snapshot, 'profiles' | 'problems'> {
  const profiles = new Map<string, ProfileEntry>()
  const problems: Problem[] = []
  for (const { object } of objects) {
    if (object.kind === 'CloudProfile') profiles.set(profileKey(object.value.ref), object.value)
  }
  for (const sourced of objects) {
    if (sourced.object.kind !== 'NamespacedCloudProfile') continue
    const entry = mergeWithParent(sourced, profiles, merged === 'here')
    if (entry.kind === 'ok') profiles.set(profileKey(entry.value.ref), entry.value)
    else for (const problem of entry.problems) problems.push(problemOf(sourced, problem))
  }
  return { profiles: profilesInOrder(profiles), problems }
}

/** A problem of an object, at its place. */
function problemOf({ object, source, line }: SourcedObject, problem: FieldProblem): Problem {
  return { source, ...(line !== undefined && { line }), object: object.label, ...problem }
}

/** Merged entries by what they were made from: the same profile over the same parent is the same entry. */
const merges = new WeakMap<object, { parent: CloudProfile | null; parsed: ParsedObject<ProfileEntry> }>()

function mergeWithParent(
  { object }: SourcedObject,
  profiles: ReadonlyMap<string, ProfileEntry>,
  isMergedHere: boolean,
): ParsedObject<ProfileEntry> {
  if (object.kind !== 'NamespacedCloudProfile') throw new Error(`${object.label} has no parent.`)
  const parent = (object.parent !== null && profiles.get(object.parent)?.profile) || null
  const known = merges.get(object)
  if (known?.parent === parent) return known.parsed
  const raw =
    isMergedHere && parent !== null && isRecord(object.raw) ? { ...object.raw, status: undefined } : object.raw
  const parsed = parseNamespacedCloudProfile(raw, parent)
  merges.set(object, { parent, parsed })
  return parsed
}

/** CloudProfiles first, then namespaced ones, each by name. */
export function profilesInOrder(profiles: ReadonlyMap<string, ProfileEntry>): ReadonlyMap<string, ProfileEntry> {
  const rank = (entry: ProfileEntry): number => (entry.ref.kind === 'CloudProfile' ? 0 : 1)
  return new Map([...profiles].sort(([a, x], [b, y]) => rank(x) - rank(y) || compare(a, b)))
}

/** How many objects there are of each resource, by its name: `Shoots`. */
export function resourceCounts({ profiles, projects, shoots }: Snapshot): Readonly<Record<string, number>> {
  const namespaced = [...profiles.values()].filter(({ ref }) => ref.kind !== 'CloudProfile').length
  return {
    CloudProfiles: profiles.size - namespaced,
    NamespacedCloudProfiles: namespaced,
    Projects: projects.length,
    Shoots: shoots.length,
  }
}

/** Whether two lists hold the very same. */
export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i])
}

/** Compares by code units: the order is the same everywhere, whatever the locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Shoots are in this order. */
export function byPlace(a: NamespacedName, b: NamespacedName): number {
  return compare(a.namespace, b.namespace) || compare(a.name, b.name)
}

/** The place of something in an ordered list, or the place where it would be. `guess`: where it may be. */
export function placeInOrder<T extends NamespacedName>(
  list: ChunkedList<T>,
  wanted: NamespacedName,
  guess?: number,
): { readonly position: number; readonly isThere: boolean } {
  const isIt = (one: T | undefined) => one?.name === wanted.name && one.namespace === wanted.namespace
  if (guess !== undefined && isIt(list.at(guess))) return { position: guess, isThere: true }
  const position = list.firstNot((one) => byPlace(one, wanted) < 0)
  return { position, isThere: isIt(list.at(position)) }
}

/** The list with another shoot, or none, at its place. */
export function withShoot(shoots: ChunkedList<Shoot>, place: NamespacedName, shoot: Shoot | null): ChunkedList<Shoot> {
  const { position, isThere } = placeInOrder(shoots, place)
  if (shoot === null) return isThere ? shoots.toSpliced(position, 1) : shoots
  if (isThere && shoots.at(position) === shoot) return shoots
  return shoots.toSpliced(position, isThere ? 1 : 0, shoot)
}
