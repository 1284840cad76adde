import type { ForecastEvent } from '@/lib/engine/outlook/cluster-forecast'
import type { ForecastStep, PoolEffect, Shoot } from '@/lib/engine/types'

const strength = { none: 0, kubeletRestart: 1, inPlace: 2, rolling: 3 } as const

/** What lists show of an event, with the names of the shoot's pools. */
export function ofEvent({ kind, window, digest }: ForecastEvent, { workers }: Shoot) {
  const nameOf = (pool: number) => workers[pool]?.name
  return {
    kind,
    window,
    denied: digest.denied,
    changes: digest.changes.map(({ component, pool, from, to, why }) => [
      component,
      pool === null ? null : nameOf(pool),
      from,
      to,
      why,
    ]),
    effect: digest.effect,
    pools: digest.pools.map(nameOf),
    rolls: digest.rolls.map(nameOf),
    inPlace: digest.inPlace.map(nameOf),
    minor: digest.minor,
  }
}

/** The same facts of a step of its forecast. */
export function ofStep({ kind, window, denied, changes, effects, versions }: ForecastStep) {
  const ofPools = (isMeant: (effect: PoolEffect['effect']) => boolean) =>
    effects.filter(({ effect }) => isMeant(effect)).map(({ pool }) => pool)
  const strongest = Math.max(0, ...effects.map(({ effect }) => strength[effect]))
  return {
    kind,
    window,
    denied,
    changes: changes.map((change) => [
      change.component,
      change.pool,
      change.from,
      change.kind === 'update' ? change.to : null,
      change.why,
    ]),
    effect: Object.keys(strength)[strongest],
    pools: ofPools((effect) => effect !== 'none' && strength[effect] === strongest),
    rolls: ofPools((effect) => effect === 'rolling'),
    inPlace: ofPools((effect) => effect === 'inPlace'),
    minor: versions.kubernetesVersion.split('.').slice(0, 2).join('.'),
  }
}
