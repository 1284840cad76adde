import type { NextEvent } from '@/lib/contract'
import type { Change, ForecastStep, Instant, PoolEffect, Shoot } from '@/lib/engine/types'
import { causeOf } from './cause'
import { windowBody } from './window-body'

/**
 * A forecast step in one line, without the numbers of nodes: those differ between shoots whose forecasts are the same.
 */
export interface Event {
  readonly kind: ForecastStep['kind']
  /** When its window begins, or the instant of the question when it has begun by then. */
  readonly from: Instant
  readonly step: ForecastStep
  /** The change that stands for the step; null when it changes no version. */
  readonly lead: Change | null
  /** The strongest effect on nodes, and the pools that have it, by their index in the shoot. */
  readonly effect: PoolEffect['effect']
  readonly pools: readonly number[]
  readonly cause: string | null
}

const strength = { none: 0, kubeletRestart: 1, inPlace: 2, rolling: 3 } as const

/** `at`: the instant of the question. */
export function eventOf(step: ForecastStep, at: Instant): Event {
  const lead = leadOf(step)
  const effects = step.denied ? [] : step.effects
  const effect = effects.reduce<PoolEffect['effect']>(
    (most, e) => (strength[e.effect] > strength[most] ? e.effect : most),
    'none',
  )
  return {
    kind: step.kind,
    from: Math.max(step.window.begin, at),
    step,
    lead,
    effect,
    pools: effect === 'none' ? [] : effects.flatMap((e, i) => (e.effect === effect ? [i] : [])),
    cause: step.kind === 'fails' ? causeOf(step) : null,
  }
}

/** What fails stands for a step that fails, what is forced for one that forces, else the first change. */
function leadOf(step: ForecastStep): Change | null {
  const failing = step.kind === 'fails' ? step.changes.find((c) => c.kind === 'failure') : undefined
  return failing ?? step.changes.find((c) => c.why !== 'auto') ?? step.changes[0] ?? null
}

/** What a change changes: `Kubernetes` or the image's name. */
export function whatOf(change: Change): string {
  return change.image ?? 'Kubernetes'
}

/** Where a change leads; null when there is no version to move to. */
export function targetOf(change: Change): string | null {
  return change.kind === 'update' ? change.to : null
}

/** The event of a shoot as answers tell it. */
export function nextEventBody(event: Event, shoot: Shoot): NextEvent {
  const { lead, step } = event
  return {
    kind: event.kind,
    window: windowBody(step.window, shoot.window),
    what: lead === null ? 'Settings' : whatOf(lead),
    from: lead?.from ?? shoot.kubernetesVersion,
    to: lead === null ? null : targetOf(lead),
    more: Math.max(0, step.changes.length - 1),
    effect: event.effect,
    nodes: nodesOf(shoot, event.pools),
    cause: event.cause,
  }
}

/** The bounds of the pools with these indexes, all pools by default, added up. */
export function nodesOf(shoot: Shoot, pools?: readonly number[]): { min: number; max: number } {
  let min = 0
  let max = 0
  for (const worker of pools === undefined ? shoot.workers : pools.map((i) => shoot.workers[i])) {
    min += worker?.minimum ?? 0
    max += worker?.maximum ?? 0
  }
  return { min, max }
}
