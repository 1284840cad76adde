import type { RemedyBodies } from '@/lib/contract/clusters'
import type { OwnerRemedy } from '@/lib/engine/advice'
import { onceIn } from '@/lib/engine/once'
import type { Shoot } from '@/lib/engine/types'
import { letThrough } from '@/lib/process/event-loop'
import type { Landscape } from './landscape'
import { Outlook } from './outlook'

/** What is said of a remedy: `anyPools` is the same for clusters whose pools are called otherwise. */
type RemedyTexts = (
  remedy: OwnerRemedy,
  shoot: Shoot,
) => Pick<RemedyBodies[number], 'text' | 'byOwner'> & { readonly anyPools: string }

/** Clusters of which the one at a position of the roster stands for all. */
export interface AlikeClusters {
  readonly position: number
  readonly clusters: number
}

/** How many kinds are looked at, the largest first: to find what helps, what can be done to a cluster is tried. */
const MOST = 8

/** Groups clusters that run the same, whatever their windows are. */
function byKind(landscape: Landscape, alike: Iterable<AlikeClusters>): readonly AlikeClusters[] {
  const kinds = new Map<unknown, AlikeClusters>()
  for (const one of alike) {
    const kind = landscape.forecasts.at(one.position)?.node ?? one
    const { position, clusters } = kinds.get(kind) ?? { position: one.position, clusters: 0 }
    kinds.set(kind, { position: Math.min(position, one.position), clusters: clusters + one.clusters })
  }
  return [...kinds.values()]
}

/**
 * What helps clusters that fail for one cause, most of them first: what helps one of them need not help another. Where the
 * remedies count fewer clusters than there are, nothing helps the others, or they were not looked at.
 */
export async function remediesOf(
  landscape: Landscape,
  alike: Iterable<AlikeClusters>,
  say: RemedyTexts,
): Promise<RemedyBodies> {
  const found = new Map<string, RemedyBodies[number]>()
  for (const { position, clusters } of byKind(landscape, alike)
    .toSorted((a, b) => b.clusters - a.clusters || a.position - b.position)
    .slice(0, MOST)) {
    await letThrough()
    const outlook = new Outlook(landscape, position)
    const remedy = onceIn(landscape.remedies, () => outlook.remedy)(outlook.member.shoot)
    if (remedy === null) continue
    const { text, anyPools, byOwner } = say(remedy, outlook.shoot)
    const { project, shoot } = outlook.member
    const { namespace, name } = shoot
    const known = found.get(anyPools) ?? {
      text,
      byOwner,
      clusters: 0,
      otherPools: 0,
      first: { namespace, project, name },
    }
    found.set(anyPools, {
      ...known,
      clusters: known.clusters + clusters,
      otherPools: known.otherPools + (text === known.text ? 0 : clusters),
    })
  }
  return [...found.values()].toSorted((a, b) => b.clusters - a.clusters)
}
