import { canonical, parseVersion } from '@/lib/engine/rules'
import { oncePerProcess } from '@/lib/process/kept'
import { Steps, stepLength } from '@/lib/process/steps'
import type { Member, Roster } from './roster'

/** Who runs a version. */
export interface Use {
  readonly what: string
  /** As the first of them spells it. */
  readonly version: string
  clusters: number
  readonly projects: Set<string>
  /** Of the pools that run it. */
  readonly nodes: { min: number; max: number }
}

type Usage = ReadonlyMap<string, ReadonlyMap<string, Use>>

/** Per profile: the versions that clusters run in their control plane or a pool, by `versionKey`. */
export function usageOf(roster: Roster): Usage {
  return usages(roster).value
}

/** The same step by step. */
export const usages = oncePerProcess('usage', (roster: Roster) => new Steps(usageIn(roster)))

function* usageIn({ members }: Roster): Generator<undefined, Usage> {
  const profiles = new Map<string, Map<string, Use>>()
  const keyOf = keysOnce()
  for (const [i, member] of members.entries()) {
    if (i % stepLength === 0) yield
    let uses = profiles.get(member.profile)
    if (uses === undefined) {
      uses = new Map()
      profiles.set(member.profile, uses)
    }
    addMember(uses, member, keyOf)
  }
  return profiles
}

/** Kubernetes versions are the same by value, those of images by their text. */
export function versionKey(what: string, version: string): string {
  if (what !== 'Kubernetes') return `${what} ${version}`
  const parsed = parseVersion(version)
  return `Kubernetes ${parsed === null ? version : canonical(parsed)}`
}

/** `versionKey` for many clusters, which run few versions: each is made once. */
function keysOnce(): typeof versionKey {
  const all = new Map<string, Map<string, string>>()
  return (what, version) => {
    let keys = all.get(what)
    if (keys === undefined) {
      keys = new Map()
      all.set(what, keys)
    }
    let key = keys.get(version)
    if (key === undefined) {
      key = versionKey(what, version)
      keys.set(version, key)
    }
    return key
  }
}

function addMember(uses: Map<string, Use>, { shoot, project }: Member, keyOf: typeof versionKey): void {
  const seen = new Set<Use>()
  const use = (what: string, version: string): Use => {
    const key = keyOf(what, version)
    let found = uses.get(key)
    if (found === undefined) {
      found = { what, version, clusters: 0, projects: new Set(), nodes: { min: 0, max: 0 } }
      uses.set(key, found)
    }
    if (!seen.has(found)) {
      seen.add(found)
      found.clusters++
      found.projects.add(project)
    }
    return found
  }
  use('Kubernetes', shoot.kubernetesVersion)
  for (const { minimum, maximum, image, kubernetesVersion } of shoot.workers) {
    const runs = [use('Kubernetes', kubernetesVersion ?? shoot.kubernetesVersion)]
    if (image !== undefined) runs.push(use(image.name, image.version))
    for (const { nodes } of runs) {
      nodes.min += minimum
      nodes.max += maximum
    }
  }
}
