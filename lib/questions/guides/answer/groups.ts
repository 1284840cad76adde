import { onWire } from '@/lib/contract/dates'
import { type DigestChange, touchesNodes } from '@/lib/engine/outlook'
import type { Compared, PartEvent } from '@/lib/engine/outlook/difference'
import { HOUR } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { classesOf, type ShootClass } from '@/lib/landscape/classes'
import { attention } from '@/lib/landscape/draft/attention'
import type { Computed } from '@/lib/landscape/draft/run'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import type { ScenarioAnswer } from '../contract'

type Group = NonNullable<ScenarioAnswer['effect']>['groups'][number]

/** Windows that begin within it of each other belong to the same event, in milliseconds: not every cluster has its window then. */
const spread = 36 * HOUR

/** Clusters that a draft changes, in groups that fare alike: the same version, the same updates in the same nights. */
export function groupsOf(index: FleetIndex, { effects }: Computed): Group[] {
  const groups = new Map<string, Group[]>()
  for (const [place, one] of classesOf(index).entries()) {
    const comparison = effects.changed.get(place)?.comparison
    if (comparison === undefined) continue
    const fresh = groupOf(comparison, one)
    const { change, what, from, effect } = fresh
    const key = JSON.stringify([change, what, from, effect, undated(fresh.before), undated(fresh.after)])
    const alike = groups.get(key) ?? []
    groups.set(key, alike)
    const known = alike.find((other) => isClose(other.before, fresh.before) && isClose(other.after, fresh.after))
    if (known === undefined) alike.push(fresh)
    else merge(known, fresh)
  }
  return [...groups.values()]
    .flat()
    .sort((a, b) => attention.indexOf(a.change) - attention.indexOf(b.change) || b.clusters - a.clusters)
}

function merge(known: Group, more: Group): void {
  known.clusters += more.clusters
  known.nodes.min += more.nodes.min
  known.nodes.max += more.nodes.max
  for (const side of ['before', 'after'] as const) {
    const [was, also] = [known[side], more[side]]
    if (was !== null && also !== null && also.begins < was.begins) was.begins = also.begins
  }
}

function isClose(a: Group['before'], b: Group['before']): boolean {
  return a === null || b === null || Math.abs(Date.parse(a.begins) - Date.parse(b.begins)) <= spread
}

function groupOf({ effect, before, after }: Compared, { clusters, pools, example }: ShootClass): Group {
  const lead = (after ?? before)?.change ?? null
  const nodes = { min: 0, max: 0 }
  const { digest } = after?.event ?? {}
  for (const pool of digest !== undefined && touchesNodes(digest) ? digest.pools : []) {
    nodes.min += pools[pool]?.min ?? 0
    nodes.max += pools[pool]?.max ?? 0
  }
  return {
    change: effect,
    clusters,
    what: lead?.what ?? 'Kubernetes',
    from: runningOf(example, lead),
    before: sideOf(before),
    after: sideOf(after),
    effect: after?.event.digest.effect ?? 'none',
    nodes,
  }
}

/** What it runs now of that which changes: by the time of the update it may run something newer. */
function runningOf({ kubernetesVersion, workers }: Shoot, lead: DigestChange | null): string {
  const worker = lead === null || lead.pool === null ? undefined : workers[lead.pool]
  if (lead?.component === 'poolImage') return worker?.image?.version ?? lead.from
  return worker?.kubernetesVersion ?? kubernetesVersion
}

function sideOf(side: PartEvent | null): Group['before'] {
  if (side === null) return null
  const { kind, event, change } = side
  return {
    kind,
    begins: onWire(event.from),
    to: change?.to ?? null,
    cause: kind === 'fails' ? event.digest.cause : null,
  }
}

function undated(side: Group['before']): unknown {
  return side && [side.kind, side.to, side.cause]
}
