import type { EventKind, NextEvent } from '@/lib/contract'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { WindowOccurrence } from '@/lib/engine/window'
import type { Digest } from './digest'
import { windowBody } from './window-body'

/** One maintenance that is foreseen, or the first of several in a row that come out the same. */
export interface Event {
  readonly kind: EventKind
  /** When its window begins, or the instant of the question when it has begun by then. */
  readonly from: Instant
  readonly window: WindowOccurrence
  readonly digest: Digest
}

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
