import type { AffectedNodes, EffectKind } from '@/lib/contract/common'
import type { ForecastStepBody, PoolEffectBody } from '@/lib/contract/steps'

/** The step the headline is about: the first that the owner cannot avoid, else the first. */
export function leading(steps: readonly ForecastStepBody[]): ForecastStepBody | undefined {
  const late = steps.find((step) => step.kind === 'forced' || step.kind === 'fails')
  // What comes by itself every few days says less than any update.
  return late ?? steps.find((step) => step.changes.length > 0 || sumNodes(step.effects, 'rolling') !== null) ?? steps[0]
}

/** All nodes with one effect; null when no pool has it. */
export function sumNodes(pools: readonly PoolEffectBody[], effect: EffectKind): AffectedNodes | null {
  const those = pools.filter((pool) => pool.effect === effect)
  if (those.length === 0) return null
  const byHand = those.reduce((sum, pool) => sum + (pool.nodes.byHand ?? 0), 0)
  return {
    min: those.reduce((sum, pool) => sum + pool.nodes.min, 0),
    max: those.reduce((sum, pool) => sum + pool.nodes.max, 0),
    ...(byHand > 0 && { byHand }),
  }
}
