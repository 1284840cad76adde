import { shootJson } from '@/lib/engine/api-server/manifest'
import type { PoolEffect, Shoot } from '@/lib/engine/types'
import { controlPlaneEffect, poolImpacts, STRENGTH } from './effects'

/** What operations do that a maintenance hands over to gardenlet. */
export interface OperationEffect {
  readonly controlPlane: 'restart' | 'none'
  /** The operations for which it restarts. */
  readonly controlPlaneBecause: readonly string[]
  /** In the order of the pools; causes are the operations. */
  readonly pools: readonly PoolEffect[]
}

/**
 * Rotations of the CAs and of the service account key replace or update the nodes of every pool that takes part, and
 * rollouts those of the pools that they name; all other operations leave nodes alone
 * (docs/rules.md#credentials-operations). The rules are those of `impact`: it is asked about a manifest that has what they
 * look at, with and without the operation.
 */
export function effectOfOperations(shoot: Shoot, operations: readonly string[]): OperationEffect {
  const before = { ...shootJson(shoot), metadata: {} }
  const each = operations.map((operation) => {
    const after = { ...before, metadata: { annotations: { 'gardener.cloud/operation': operation } } }
    const restarts = controlPlaneEffect(before, after, [], SOME_TIME) === 'restart' || ETCD.test(operation)
    const pools = poolImpacts({ before, after, changed: [], machineTypes: [], now: SOME_TIME })
    return { operation, restarts, pools }
  })
  const controlPlaneBecause = each.flatMap(({ operation, restarts }) => (restarts ? [operation] : []))
  return {
    controlPlane: controlPlaneBecause.length > 0 ? 'restart' : 'none',
    controlPlaneBecause,
    pools: shoot.workers.map(({ name }, i) =>
      each.reduce(
        (strongest: PoolEffect, { operation, pools }) =>
          stronger(strongest, { pool: name, effect: effectIn(pools[i]?.effect), because: [operation] }),
        { pool: name, effect: 'none', because: [] },
      ),
    ),
  }
}

/** Whether nodes are replaced or updated. */
export function touchesNodes({ effect }: Pick<PoolEffect, 'effect'>): boolean {
  return effect === 'rolling' || effect === 'inPlace'
}

/** The stronger of two effects on one pool, with the causes of both if they are the same. */
export function stronger(a: PoolEffect, b: PoolEffect): PoolEffect {
  if (b.effect === 'none' || STRENGTH[a.effect] > STRENGTH[b.effect]) return a
  if (STRENGTH[b.effect] > STRENGTH[a.effect]) return b
  return { ...a, because: [...a.because, ...b.because] }
}

/** Every rotation begins at another time than the one before; which one does not matter. */
const SOME_TIME = Date.UTC(9999, 0)

/** With another key, the API server starts anew: it reads the keys only then. */
const ETCD = /^rotate-(?:credentials|etcd-encryption-key)(?:-|$)/

/** Pools neither come nor go. */
function effectIn(effect: string | undefined): PoolEffect['effect'] {
  return effect === 'rolling' || effect === 'inPlace' || effect === 'kubeletRestart' ? effect : 'none'
}
