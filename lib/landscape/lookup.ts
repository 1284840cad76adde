import { near } from '@/lib/contract/edit-distance'
import { imageOfName } from '@/lib/contract/version-name'
import { listedVersion, versionLists } from '@/lib/engine/rules'
import type { NamespacedName } from '@/lib/engine/types'
import type { Garden, ProfileEntry, Snapshot } from '@/lib/garden'
import { profileKey } from '@/lib/garden/garden'
import { InvalidQuery, isCoded, NotFound, NotReady } from '@/lib/process/errors'
import { landscapeAt } from './current-landscape'
import type { Landscape } from './landscape'
import type { VersionSelection } from './path'
import { type Member, placeInRoster, type Roster } from './roster'
import { usersOfVersion } from './usage'

/** The position of a shoot by namespace (or project) and name. Throws `NotFound` with names that are near. */
export function findShoot(landscape: Landscape, namespace: string, name: string): number {
  const position = positionOf(landscape.roster, namespace, name)
  if (position !== undefined) return position
  const members = [...landscape.roster.members]
  const sameProject = members.filter((m) => m.shoot.namespace === namespace || m.project === namespace)
  const asked = `${namespace}/${name}`
  const nearby =
    sameProject.length > 0
      ? near(
          name,
          sameProject.map((m) => m.shoot.name),
        ).map((found) => `${namespace}/${found}`)
      : near(
          asked,
          members.map((m) => `${m.shoot.namespace}/${m.shoot.name}`),
        )
  throw new NotFound(`The cluster ${asked}`, nearby)
}

/** The position by namespace and name; if no shoot has these, by project and name, and of several the last one. */
function positionOf({ members, projectNames }: Roster, namespace: string, name: string): number | undefined {
  const project = projectNames.get(namespace) ?? namespace
  const { place, found } = placeInRoster(members, { project, shoot: { namespace, name } })
  if (found) return place
  const last = placeInRoster(members, { project: namespace, shoot: { namespace: lastNamespace, name } }).place - 1
  const member = members.at(last)
  return member?.project === namespace && member.shoot.name === name ? last : undefined
}

/** The shoot that a path names, in the landscape at `?at=`. Throws as `findShoot`, and `NotReady` as `there`. */
export async function shootAt(
  garden: Garden,
  { namespace, name }: NamespacedName,
  at: string | undefined,
): Promise<{ readonly landscape: Landscape; readonly position: number }> {
  const landscape = await landscapeAt(garden, at)
  return { landscape, position: there(garden, () => findShoot(landscape, namespace, name)) }
}

/** Names of namespaces are ASCII. */
const lastNamespace = '\uffff'

/** The positions of all shoots of a project, by its name or its namespace. Throws `NotFound` with names that are near. */
export function findMembers(landscape: Landscape, project: string): readonly number[] {
  const { projects } = landscape.snapshot
  const found = membersWhere(landscape, (member) => member.project === project || member.shoot.namespace === project)
  const isKnown = found.length > 0 || projects.some(({ name, namespace }) => name === project || namespace === project)
  if (isKnown) return found
  throw new NotFound(
    `The project ${project}`,
    near(
      project,
      projects.map(({ name }) => name),
    ),
  )
}

/** A project by its name or its namespace, with the positions of its shoots. Throws as `findMembers`. */
export function findProject(landscape: Landscape, asked: string) {
  const positions = findMembers(landscape, asked)
  const known = landscape.snapshot.projects.find(({ name, namespace }) => name === asked || namespace === asked)
  const [first] = positions
  const member = first === undefined ? undefined : landscape.roster.members.at(first)
  return {
    positions,
    name: known?.name ?? member?.project ?? asked,
    namespace: known?.namespace ?? member?.shoot.namespace ?? asked,
  }
}

/** The positions of shoots of a kind. */
export function membersWhere(
  { roster }: Landscape,
  is: (member: Member, position: number) => boolean,
): readonly number[] {
  const positions: number[] = []
  roster.members.forEach((member, position) => {
    if (is(member, position)) positions.push(position)
  })
  return positions
}

/** A profile by `[NAME]` or `[NAMESPACE, NAME]`. Throws `NotFound` with names that are near. */
export function findProfile(
  { snapshot: { profiles } }: Pick<Landscape, 'snapshot'>,
  ref: readonly string[],
): ProfileEntry {
  const key = ref.join('/')
  const entry = ref.length <= 2 ? profiles.get(key) : undefined
  if (entry === undefined) throw new NotFound(`The profile ${key}`, near(key, profiles.keys()))
  return entry
}

/** A version by `[NAME, 'kubernetes' or an image's name, VERSION]`, of a namespaced profile after its namespace. */
export function findVersion(
  landscape: Landscape,
  ref: readonly string[],
): { entry: ProfileEntry; selection: VersionSelection } {
  const entry = findProfile(landscape, ref.slice(0, -2))
  return { entry, selection: findSelection(landscape, entry, ref.slice(-2).join('/')) }
}

/** Finds a CloudProfile: throws `NotFound` with names that are near, `InvalidQuery` for a namespaced profile. */
export function findCloudProfile(snapshot: Snapshot, key: string): ProfileEntry {
  const entry = snapshot.profiles.get(key)
  if (entry?.ref.kind === 'CloudProfile') return entry
  if (entry !== undefined)
    throw new InvalidQuery([
      { field: 'profile', reason: 'must be a CloudProfile: a policy does not manage namespaced ones' },
    ])
  throw new NotFound(key === '' ? 'A CloudProfile' : `The CloudProfile ${key}`, near(key, cloudProfilesByUse(snapshot)))
}

/** Names of all CloudProfiles, those that most clusters use themselves first. */
export function cloudProfilesByUse({ profiles, shoots }: Snapshot): string[] {
  const users = new Map<string, number>(
    [...profiles.values()].flatMap(({ ref }) => (ref.kind === 'CloudProfile' ? [[ref.name, 0] as const] : [])),
  )
  for (const { profile } of shoots) {
    const count = profile.kind === 'CloudProfile' ? users.get(profile.name) : undefined
    if (count !== undefined) users.set(profile.name, count + 1)
  }
  return [...users].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name)
}

/** What `?select=` selects of a profile. Throws `NotFound` for a version that it neither lists nor is used by its clusters. */
export function findSelection(landscape: Landscape, { ref, profile }: ProfileEntry, select: string): VersionSelection {
  const [, name, version] = /^([^/]+)\/(.+)$/.exec(select) ?? []
  if (name === undefined || version === undefined)
    throw new InvalidQuery([{ field: 'select', reason: 'must look like kubernetes/1.33.6 or gardenlinux/1592.9.0' }])
  const what = name === 'kubernetes' ? 'Kubernetes' : name
  const key = profileKey(ref)
  const isListed = listedVersion(profile, imageOfName(what), version) !== undefined
  const known = isListed || usersOfVersion(landscape, key, { what, version }).clusters > 0
  if (!known) {
    const offered = versionLists(profile).flatMap(({ image, versions }) =>
      versions.map((listed) => `${image ?? 'kubernetes'}/${listed.version}`),
    )
    throw new NotFound(select, near(select, offered), `the profile ${key}`)
  }
  return { what, version }
}

/** The namespaced profiles that build on a CloudProfile. */
export function childrenOf({ snapshot }: Pick<Landscape, 'snapshot'>, name: string): readonly ProfileEntry[] {
  return [...snapshot.profiles.values()].filter(({ parent }) => parent === name)
}

/** What was not found while the garden has not been read to its end may be there: that is not for sure. */
export function there<T>(garden: Garden, find: () => T): T {
  try {
    return find()
  } catch (error) {
    const { state, reason } = garden.status()
    if (!isCoded(error) || error.code !== 'not-found' || (state !== 'reading' && state !== 'failed')) throw error
    throw new NotReady(reason ?? 'The garden is still being read.')
  }
}
