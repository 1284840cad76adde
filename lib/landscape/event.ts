import type { AffectedNodes, EffectKind } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import type { NextEvent } from '@/lib/contract/steps'
import { listed } from '@/lib/engine/explain'
import { operationWords } from '@/lib/engine/explain/obstacles'
import { strategyRules } from '@/lib/engine/impact'
import type { Event, EventKind } from '@/lib/engine/outlook'
import type { PartEvent } from '@/lib/engine/outlook/difference'
import type { OnlyAfter, Shoot } from '@/lib/engine/types'
import { windowBody } from './window-body'

/**
 * The event of a shoot as answers tell it: what leads it stands for all that it changes. `asked`: of one that counts as several kinds,
 * what is of that kind stands for it. `onlyAfter`: whether it depends on the moment at which the maintenance begins.
 */
export function nextEventBody(event: Event, shoot: Shoot, onlyAfter: OnlyAfter | null, asked?: EventKind): NextEvent {
  const { kind, digest } = event
  const { kinds, changes } = digest
  const isForced = asked === 'forced' && kinds.length > 1
  const change = (isForced && changes.find(({ to, why }) => to !== null && why !== 'auto')) || digest.lead
  return { ...partEventBody({ event, change, kind }, shoot, onlyAfter), kinds: [...kinds] }
}

/** What the event does to one part of the shoot; its effect on nodes is that of the whole maintenance. */
export function partEventBody(
  { event, change, kind }: PartEvent,
  shoot: Shoot,
  onlyAfter: OnlyAfter | null,
): NextEvent {
  const { window, digest } = event
  const { changes, effect, pools, cause } = digest
  return {
    kind,
    kinds: [kind],
    window: windowBody(window, shoot.window),
    what: change?.what ?? operationText(digest.operations) ?? (kind === 'fails' ? 'maintenance' : 'settings change'),
    from: change?.from ?? '',
    to: change?.to ?? null,
    more: Math.max(0, changes.length - 1),
    effect,
    nodes: affectedNodes(shoot, effect, pools),
    cause: kind === 'fails' ? cause : null,
    ...(onlyAfter !== null && { onlyAfter: onlyAfterBody(onlyAfter, shoot) }),
  }
}

export function onlyAfterBody({ at, otherwise }: OnlyAfter, { window }: Shoot) {
  return { at: onWire(at), otherwise: otherwise && windowBody(otherwise, window) }
}

/** What of operations touches nodes, as a clause; null: there are none. */
function operationText(operations: readonly string[]): string | null {
  return operations.length === 0 ? null : listed(operations.map((name) => operationWords(name).clause))
}

/** The nodes of these pools, to which the same happens; those that a person has to label are told apart. */
export function affectedNodes(shoot: Shoot, effect: EffectKind, pools: readonly number[]): AffectedNodes {
  const manual = pools.filter((i) => strategyOf(shoot, i).orchestrator === 'person')
  const byHand = effect === 'inPlace' ? nodesOf(shoot, manual).max : 0
  return { ...nodesOf(shoot, pools), ...(byHand > 0 && { byHand }) }
}

function strategyOf({ workers }: Shoot, pool: number) {
  return strategyRules(workers[pool]?.updateStrategy ?? 'AutoRollingUpdate')
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
