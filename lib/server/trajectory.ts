import type { Event, Outlook } from '@/lib/engine/fleet/outlook'
import type { Shoot } from '@/lib/engine/types'
import { sameVersion } from './version-text'

/** Something of a shoot that runs a version: its control plane, or a pool by its position. */
export interface Component {
  readonly kind: 'controlPlane' | 'poolKubernetes' | 'poolImage'
  readonly pool: number | null
}

/** One move of a component, or (`to` null) its failing to move from there on. */
export interface Hop {
  readonly from: string
  readonly to: string | null
  readonly kind: 'auto' | 'forced' | 'fails'
  readonly event: Event
}

/** Everything of the shoot that runs the version. */
export function componentsOn(shoot: Shoot, what: string, version: string): Component[] {
  if (what !== 'Kubernetes') {
    return shoot.workers.flatMap(({ image }, pool) =>
      image?.name === what && image.version === version ? [{ kind: 'poolImage', pool }] : [],
    )
  }
  const pools = shoot.workers.flatMap(({ kubernetesVersion }, pool): Component[] =>
    kubernetesVersion !== undefined && sameVersion(kubernetesVersion, version)
      ? [{ kind: 'poolKubernetes', pool }]
      : [],
  )
  return sameVersion(shoot.kubernetesVersion, version) ? [{ kind: 'controlPlane', pool: null }, ...pools] : pools
}

/** Which way a component goes; at the end it stays, or fails. */
export function hopsOf(outlook: Outlook, { kind, pool }: Component): Hop[] {
  const hops: Hop[] = []
  let failing: Hop | null = null
  for (const event of outlook.events) {
    const { changes, denied } = event.digest
    const change = changes.find((c) => c.component === kind && c.pool === pool)
    if (change === undefined) continue
    const { to } = change
    if (to === null || denied) failing ??= { from: change.from, to: null, kind: 'fails', event }
    else {
      failing = null
      hops.push({ from: change.from, to, kind: change.why === 'auto' ? 'auto' : 'forced', event })
    }
  }
  return failing === null ? hops : [...hops, failing]
}
