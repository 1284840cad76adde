import { onWire } from '@/lib/contract/dates'
import { profileDeadEndsOf } from '@/lib/engine/explain/obstacles'
import type { CompiledProfile } from '@/lib/engine/rules'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { componentsOf } from '@/lib/landscape/trajectory'
import { valueText } from '@/lib/landscape/version-text'
import { profileDeadEndText } from '@/lib/words/dead-ends'
import type { ProfileDeadEnd as ProfileDeadEndBody } from '../../contract/profile'

/** Where the versions of a profile lead nowhere once they have expired, and how many clusters are on them; step by step. */
export function* profileDeadEnds(
  index: FleetIndex,
  key: string,
  profile: CompiledProfile,
): Generator<undefined, ProfileDeadEndBody[]> {
  const deadEnds = yield* profileDeadEndsOf(profile, index.at)
  yield
  const clusters = clustersByVersion(index, key, new Set(deadEnds.map(whatOf)))
  yield
  return deadEnds.map((deadEnd) => {
    const { kind, versions, since, until } = deadEnd
    const what = whatOf(deadEnd)
    return {
      kind,
      what,
      versions: [...versions],
      since: Number.isFinite(since) ? onWire(since) : null,
      until: onWire(until),
      clusters: new Set(versions.flatMap((version) => clusters.get(nameOf(what, version)) ?? [])).size,
      text: profileDeadEndText(deadEnd),
    }
  })
}

function whatOf({ image }: { readonly image: string | null }): string {
  return image ?? 'Kubernetes'
}

/** Kubernetes versions are the same by value, those of images by their text. */
function nameOf(what: string, version: string): string {
  return `${what} ${what === 'Kubernetes' ? valueText(version) : version}`
}

/** The clusters of a profile that run a version in their control plane or a pool, by its name, as places. */
function clustersByVersion(
  { roster }: FleetIndex,
  key: string,
  whats: ReadonlySet<string>,
): ReadonlyMap<string, number[]> {
  const clusters = new Map<string, number[]>()
  for (const [place, { profile, shoot }] of roster.members.entries()) {
    if (profile !== key) continue
    for (const what of whats) {
      for (const { version } of componentsOf(shoot, what)) {
        const name = nameOf(what, version)
        const known = clusters.get(name)
        if (known === undefined) clusters.set(name, [place])
        else known.push(place)
      }
    }
  }
  return clusters
}
