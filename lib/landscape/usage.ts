import { countMore, madeOnce } from '@/lib/engine/grouped'
import { remembered } from '@/lib/engine/once'
import type { NodeBounds } from '@/lib/engine/outlook'
import { canonicalSpelling, hasThreeNumbers, parseVersion } from '@/lib/engine/rules'
import type { Shoot, Worker } from '@/lib/engine/types'
import type { MemberChange } from './classes'
import type { Member } from './roster'

/** The clusters that run a version. */
export interface VersionUse {
  readonly what: string
  /** The version as one of the clusters spells it, or did. */
  readonly version: string
  readonly clusters: number
  /** How many clusters of each. */
  readonly projects: ReadonlyMap<string, number>
  /** The nodes of the pools that run it. */
  readonly nodes: NodeBounds
}

/** Who uses a profile. */
export interface ProfileUse {
  /** How many clusters of each. */
  readonly projects: ReadonlyMap<string, number>
  /** The versions that clusters run in their control plane or a pool, by `versionKey`. */
  readonly versions: ReadonlyMap<string, VersionUse>
}

/** The use of profiles, by the key of the profile. */
export type ProfileUseByKey = ReadonlyMap<string, ProfileUse>

const unused: ProfileUse = { projects: new Map(), versions: new Map() }

/** Who uses a profile. */
export function usersOf({ usage }: { readonly usage: ProfileUseByKey }, profile: string): ProfileUse {
  return usage.get(profile) ?? unused
}

/** The clusters that run a version in a profile. */
export function usersOfVersion(
  index: { readonly usage: ProfileUseByKey },
  profile: string,
  { what, version }: Pick<VersionUse, 'what' | 'version'>,
): VersionUse {
  return usersOf(index, profile).versions.get(versionKey(what, version)) ?? noneOf(what, version)
}

/** The use of profiles after some members of a roster are gone and others came. */
export function usageAfter(before: ProfileUseByKey, changes: readonly MemberChange[]): ProfileUseByKey {
  const usage = new GrowingUsage(before)
  for (const { gone, come } of changes) {
    if (gone !== null) usage.add(gone, -1)
    if (come !== null) usage.add(come.member, 1)
  }
  return usage.now()
}

interface GrowingUse extends Pick<VersionUse, 'what' | 'version' | 'projects'> {
  clusters: number
  readonly nodes: { min: number; max: number }
  /** How many more clusters there are, by project. */
  readonly more: Map<string, number>
}

interface GrowingUsers {
  readonly more: Map<string, number>
  readonly versions: Map<string, GrowingUse>
}

/** Usage that more clusters are added to. It copies what it changes, once: what was told before stays as it is. */
export class GrowingUsage {
  private readonly keyOf = keysOnce()
  /** What changes. */
  private readonly profiles = new Map<string, GrowingUsers>()

  constructor(private readonly before: ProfileUseByKey = new Map()) {}

  add({ profile, project, shoot }: Member, times: 1 | -1): void {
    const own = this.usersOf(profile)
    countMore(own.more, project, times)
    const seen = new Set<GrowingUse>()
    eachRun(shoot, (what, version, worker) => {
      const use = this.versionOf(profile, own, what, version)
      if (!seen.has(use)) {
        seen.add(use)
        use.clusters += times
        countMore(use.more, project, times)
      }
      use.nodes.min += times * (worker?.minimum ?? 0)
      use.nodes.max += times * (worker?.maximum ?? 0)
    })
  }

  now(): ProfileUseByKey {
    const usage = new Map(this.before)
    for (const [profile, { more, versions }] of this.profiles) {
      const before = this.before.get(profile) ?? unused
      const projects = withMore(before.projects, more)
      const all = new Map<string, VersionUse>(before.versions)
      for (const [key, { more: others, ...use }] of versions) {
        if (use.clusters > 0) all.set(key, { ...use, projects: withMore(use.projects, others) })
        else all.delete(key)
      }
      if (projects.size > 0) usage.set(profile, { projects, versions: all })
      else usage.delete(profile)
    }
    return usage
  }

  private usersOf(profile: string): GrowingUsers {
    return madeOnce(this.profiles, profile, () => ({ more: new Map(), versions: new Map() }))
  }

  private versionOf(profile: string, own: GrowingUsers, what: string, version: string): GrowingUse {
    const key = this.keyOf(what, version)
    return madeOnce(own.versions, key, () => {
      const before = this.before.get(profile)?.versions.get(key) ?? noneOf(what, version)
      return { ...before, nodes: { ...before.nodes }, more: new Map() }
    })
  }
}

function noneOf(what: string, version: string): VersionUse {
  return { what, version, clusters: 0, projects: new Map(), nodes: { min: 0, max: 0 } }
}

/** Adds counts by project to a map, which is copied only if one changes. */
function withMore(before: ReadonlyMap<string, number>, more: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const changes = [...more].filter(([, by]) => by !== 0)
  if (changes.length === 0) return before
  const clusters = new Map(before)
  for (const [project, by] of changes) {
    countMore(clusters, project, by)
    if (clusters.get(project) === 0) clusters.delete(project)
  }
  return clusters
}

/** Everything that a cluster runs; `worker` is null for its control plane. */
function eachRun(shoot: Shoot, look: (what: string, version: string, worker: Worker | null) => void): void {
  look('Kubernetes', shoot.kubernetesVersion, null)
  for (const worker of shoot.workers) {
    look('Kubernetes', worker.kubernetesVersion ?? shoot.kubernetesVersion, worker)
    if (worker.image !== undefined) look(worker.image.name, worker.image.version, worker)
  }
}

/** Kubernetes versions are compared by value, image versions by their text. */
export function versionKey(what: string, version: string): string {
  if (what !== 'Kubernetes') return `${what} ${version}`
  const parsed = hasThreeNumbers(version) ? null : parseVersion(version)
  return `Kubernetes ${parsed === null ? version : canonicalSpelling(parsed)}`
}

/** `versionKey` for many clusters, which run few versions: each key is made once. */
function keysOnce(): typeof versionKey {
  const keysOf = remembered((what: string) => remembered((version: string) => versionKey(what, version)))
  return (what, version) => keysOf(what)(version)
}
