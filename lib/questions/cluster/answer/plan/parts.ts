import { onWire } from '@/lib/contract/dates'
import type { PlanPart } from '@/lib/contract/plan'
import { type ShootManifest, sameJson } from '@/lib/engine/api-server/manifest'
import {
  EDITABLE_SHOOT_FIELDS,
  type EditableShootField,
  POOL_FIELDS,
  type PoolField,
  presentIn,
  type TriedPlan,
} from '@/lib/engine/edits/shoot'
import { rolloutOf } from '@/lib/engine/impact'
import type { Instant, Shoot, Worker } from '@/lib/engine/types'
import { nodesAffectedBy } from '@/lib/landscape/event'
import { rolloutBody } from '../shoot'

interface PartsInput {
  readonly tried: TriedPlan
  readonly manifest: ShootManifest
  readonly then: Shoot
  readonly edited: Shoot
  readonly begins: Instant
  /** Whether it sleeps as its nodes would begin to roll. */
  readonly isAsleep: boolean
}

/** The fields of a manifest that can be edited: of the cluster itself, and of a pool. */
export const SHOOT_FIELDS = (Object.keys(EDITABLE_SHOOT_FIELDS) as EditableShootField[]).map((field) => ({ field }))

export function poolFieldsOf(pool: string) {
  return (Object.keys(POOL_FIELDS) as PoolField[]).map((field) => ({ pool, field }))
}

/** What happens to the control plane and to each pool, those to which nothing happens left out. */
export function planParts({ tried, manifest, then, edited, begins, isAsleep }: PartsInput): PlanPart[] {
  const { after } = tried
  const effect = isAsleep ? withoutNodes(tried.effect) : tried.effect
  const movesIn = movesBetween(manifest, after)
  const shootMoves = movesIn(SHOOT_FIELDS)
  const controlPlane: PlanPart = {
    pool: null,
    moves: shootMoves,
    effect: 'none',
    nodes: { min: 0, max: 0 },
    because: [],
    undecided: [],
    rollout: null,
    until: null,
    faster: null,
  }
  const pools = effect.pools.flatMap((pool): PlanPart[] => {
    const i = edited.workers.findIndex(({ name }) => name === pool.name)
    const worker = edited.workers[i]
    const old = then.workers.find(({ name }) => name === pool.name)
    if (worker === undefined || pool.effect === 'added' || pool.effect === 'removed') return []
    const own = movesIn(poolFieldsOf(pool.name))
    const follows = worker.kubernetesVersion === undefined && old?.kubernetesVersion === undefined
    const with_ = follows && then.kubernetesVersion !== edited.kubernetesVersion
    const moves = [
      ...(with_ ? [{ field: 'kubernetes.version', from: then.kubernetesVersion, to: edited.kubernetesVersion }] : []),
      ...own,
    ]
    if (moves.length === 0 && pool.effect === 'none') return []
    const touches = pool.effect === 'rolling' || pool.effect === 'inPlace'
    const rollout = touches ? rolloutBody(worker) : null
    const until = rollout?.milliseconds == null ? null : begins + rollout.milliseconds
    return [
      {
        pool: pool.name,
        moves,
        effect: pool.effect,
        nodes: pool.effect === 'none' ? { min: 0, max: 0 } : nodesAffectedBy(edited, pool.effect, [i]),
        // A pool with a version of its own does not move with the control plane.
        because: pool.because.filter((path) => path !== 'spec.kubernetes.version' || follows),
        undecided: [...pool.undecided],
        rollout,
        until: onWire(until),
        faster: rollout?.milliseconds == null ? null : fasterOf(worker, rollout.milliseconds),
      },
    ]
  })
  return [...(shootMoves.length > 0 || effect.controlPlane === 'restart' ? [controlPlane] : []), ...pools]
}

/** The effect on a cluster that has no nodes: pools come and go, and that is all. */
function withoutNodes(effect: TriedPlan['effect']): TriedPlan['effect'] {
  const pools = effect.pools.map((pool) =>
    pool.effect === 'added' || pool.effect === 'removed'
      ? pool
      : { ...pool, effect: 'none' as const, because: [], undecided: [] },
  )
  return { ...effect, pools }
}

/** The smallest number of nodes more with which a rolling pool needs at most half of the time; null where no number does it. */
function fasterOf(worker: Worker, now: number): PlanPart['faster'] {
  if (worker.updateStrategy !== 'AutoRollingUpdate') return null
  for (let surge = 1; surge <= Math.min(worker.maximum, MOST_SURGE); surge++) {
    const { worstCase } = rolloutOf({ ...worker, maxSurge: surge }, worker.maximum)
    if (worstCase.kind === 'bounded' && worstCase.milliseconds * 2 <= now)
      return { surge, milliseconds: worstCase.milliseconds }
  }
  return null
}

const MOST_SURGE = 1000

function movesBetween(before: ShootManifest, after: ShootManifest) {
  const [was, is] = [presentIn(before), presentIn(after)]
  return (
    fields: readonly { readonly pool?: string; readonly field: EditableShootField | PoolField }[],
  ): PlanPart['moves'] =>
    fields.flatMap((field) => {
      const [from, to] = [was(field) ?? null, is(field) ?? null]
      if (sameJson(from, to)) return []
      return [
        {
          field: field.field,
          from: from as PlanPart['moves'][number]['from'],
          to: to as PlanPart['moves'][number]['to'],
        },
      ]
    })
}
