import type { NextEvent } from '@/lib/contract'
import type { Event } from '@/lib/engine/fleet/outlook'
import type { Shoot } from '@/lib/engine/types'
import { windowBody } from './window-body'

/** The event of a shoot as answers tell it. */
export function nextEventBody({ kind, window, digest }: Event, shoot: Shoot): NextEvent {
  const { lead, changes, effect, pools, cause } = digest
  return {
    kind,
    window: windowBody(window, shoot.window),
    what: lead?.what ?? 'Settings',
    from: lead?.from ?? shoot.kubernetesVersion,
    to: lead?.to ?? null,
    more: Math.max(0, changes.length - 1),
    effect,
    nodes: nodesOf(shoot, pools),
    cause,
  }
}

/** The bounds of the pools at these positions, all pools by default, added up. */
export function nodesOf(shoot: Shoot, pools?: readonly number[]): { min: number; max: number } {
  let min = 0
  let max = 0
  for (const worker of pools === undefined ? shoot.workers : pools.map((i) => shoot.workers[i])) {
    min += worker?.minimum ?? 0
    max += worker?.maximum ?? 0
  }
  return { min, max }
}
