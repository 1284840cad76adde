import type { Problem } from '@/lib/engine/faults'
import { isDeepEqual } from '@/lib/engine/json'
import type { Instant, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '../chunked-list'
import type { GardenKind, ProfileEntry, Snapshot } from '../garden'
import { gardenKinds } from '../read-object'
import { compare, emptySnapshot, mergeProfiles, type SourcedObject } from '../snapshot'
import { noObjects, type ObjectsByName, type ObjectsByNamespace } from './kept-objects'
import { resources } from './resources'

export type ObjectsByKind = Readonly<Record<GardenKind, ObjectsByNamespace>>

export interface AssembledSnapshot {
  readonly contents: ObjectsByKind
  readonly digests: NamespaceDigests
  readonly snapshot: Snapshot
  /** What is wrong with profiles once they are merged. */
  readonly mergeProblems: readonly Problem[]
}

export const nothingYet: AssembledSnapshot = {
  contents: { CloudProfile: noObjects, NamespacedCloudProfile: noObjects, Project: noObjects, Shoot: noObjects },
  digests: new Map(),
  snapshot: emptySnapshot,
  mergeProblems: [],
}

/**
 * A snapshot of what is known. It shares with the one before whatever is the same, and is that one when nothing differs. A change
 * costs what its own project holds and a walk over the projects: nothing else is looked at or sorted again. The revision is made
 * from what is shown, so that the same landscape has the same one in every process.
 */
export function snapshotOfObjects(
  contents: ObjectsByKind,
  before: AssembledSnapshot,
  observedAt: Instant,
): AssembledSnapshot {
  const isKept = (kind: GardenKind): boolean => contents[kind] === before.contents[kind]
  if (gardenKinds.every(isKept)) return before
  const { snapshot } = before
  const digests = digestsOf(contents, before.digests)
  const areProfilesKept = isKept('CloudProfile') && isKept('NamespacedCloudProfile')
  const merged = areProfilesKept
    ? { profiles: snapshot.profiles, problems: before.mergeProblems }
    : mergeProfiles([
        ...objectsOf(contents.CloudProfile, digests),
        ...objectsOf(contents.NamespacedCloudProfile, digests),
      ])
  const problems = [
    ...gardenKinds.flatMap((kind) => inOrder(contents[kind], digests).flatMap(({ problems }) => problems)),
    ...merged.problems,
  ]
  return {
    contents,
    digests,
    mergeProblems: merged.problems,
    snapshot: {
      revision: revisionOf(digests),
      observedAt,
      profiles: areProfilesKept ? snapshot.profiles : sharedProfiles(merged.profiles, snapshot.profiles),
      projects: isKept('Project')
        ? snapshot.projects
        : objectsOf(contents.Project, digests).flatMap(({ object }) => (object.kind === 'Project' ? object.value : [])),
      shoots: isKept('Shoot')
        ? snapshot.shoots
        : ChunkedList.ofChunks(inOrder(contents.Shoot, digests).map(({ shoots }) => shoots)),
      problems: isDeepEqual(problems, snapshot.problems) ? snapshot.problems : problems,
    },
  }
}

/** What the objects of one namespace say, in order of names. */
interface NamespaceDigest {
  /** All but shoots, which are told apart: there is nothing to say of them but what they are. */
  readonly objects: readonly SourcedObject[]
  readonly shoots: readonly Shoot[]
  readonly problems: readonly Problem[]
  readonly hash: number
}

const range = 2 ** 48

type NamespaceDigests = ReadonlyMap<ObjectsByName, NamespaceDigest>

/** The digests of all namespaces. A namespace in which nothing changed keeps the digest that it had. */
function digestsOf(contents: ObjectsByKind, before: NamespaceDigests): NamespaceDigests {
  const namespaces = gardenKinds.flatMap((kind) => [...contents[kind].values()])
  return new Map(namespaces.map((byName) => [byName, before.get(byName) ?? digestOf(byName)]))
}

function digestOf(byName: ObjectsByName): NamespaceDigest {
  const objects: SourcedObject[] = []
  const shoots: Shoot[] = []
  const problems: Problem[] = []
  let hash = 0
  for (const item of [...byName.values()].sort((a, b) => compare(a.name, b.name))) {
    const source = sourceOf(item.label)
    if (item.object?.kind === 'Shoot') shoots.push(item.object.value)
    else if (item.object !== undefined) objects.push({ object: item.object, source })
    const outdated = item.isOutdated ? ({ isOutdated: true } as const) : {}
    for (const fault of item.faults) problems.push({ source, object: item.label, ...fault, ...outdated })
    hash = (hash + item.hash) % range
  }
  return { objects, shoots, problems, hash }
}

/** The resource is what an object comes from. */
function sourceOf(label: string): string {
  return resources.find(({ kind }) => label.startsWith(`${kind} `))?.plural ?? ''
}

function inOrder(byNamespace: ObjectsByNamespace, digests: NamespaceDigests): NamespaceDigest[] {
  return [...byNamespace].sort(([a], [b]) => compare(a, b)).flatMap(([, byName]) => digests.get(byName) ?? [])
}

function objectsOf(byNamespace: ObjectsByNamespace, digests: NamespaceDigests): SourcedObject[] {
  return inOrder(byNamespace, digests).flatMap(({ objects }) => objects)
}

/** A sum does not depend on the order, and changes with one object at the cost of one. */
function revisionOf(digests: NamespaceDigests): string {
  let sum = 0
  for (const { hash } of digests.values()) sum = (sum + hash) % range
  return sum.toString(16).padStart(12, '0')
}

function sharedProfiles(
  profiles: ReadonlyMap<string, ProfileEntry>,
  before: ReadonlyMap<string, ProfileEntry>,
): ReadonlyMap<string, ProfileEntry> {
  return new Map(
    [...profiles].map(([key, entry]) => {
      const known = before.get(key)
      if (known === undefined || isDeepEqual(entry, known)) return [key, known ?? entry]
      return [key, isDeepEqual(entry.profile, known.profile) ? { ...entry, profile: known.profile } : entry]
    }),
  )
}
