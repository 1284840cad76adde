import type { State } from './decide'
import { isInPlace } from './image-filter'
import type { PoolEffect, Shoot, Worker } from './types'
import { parseVersion, sameMinor } from './version'

/**
 * What a change of versions does to the nodes of each pool, in the order of the pools. New machines for another minor or image
 * (in place where the pool is updated so), a restart of the kubelet for a patch. The rules for all other fields are in
 * `impact.ts`.
 */
export function effectsOf(shoot: Shoot, before: State, after: State): PoolEffect[] {
  return shoot.workers.map((worker, i) => effectOn(worker, i, before, after))
}

/** The API server and the controllers restart with every new version. */
export function controlPlaneEffect(before: State, after: State): 'restart' | 'none' {
  return before.kubernetes === after.kubernetes ? 'none' : 'restart'
}

function effectOn(worker: Worker, i: number, before: State, after: State): PoolEffect {
  const image = before.images[i] !== after.images[i]
  const kubelet = kubeletChange(before.pools[i] ?? before.kubernetes, after.pools[i] ?? after.kubernetes)
  const kubeletPath =
    (after.pools[i] ?? null) === null
      ? 'spec.kubernetes.version'
      : `spec.provider.workers[${worker.name}].kubernetes.version`
  if (image || kubelet === 'minor') {
    const because = [
      ...(kubelet === 'minor' ? [kubeletPath] : []),
      ...(image ? [`spec.provider.workers[${worker.name}].machine.image.version`] : []),
    ]
    return { pool: worker.name, effect: isInPlace(worker) ? 'inPlace' : 'rolling', because }
  }
  if (kubelet === 'patch') return { pool: worker.name, effect: 'kubeletRestart', because: [kubeletPath] }
  return { pool: worker.name, effect: 'none', because: [] }
}

function kubeletChange(before: string, after: string): 'minor' | 'patch' | 'none' {
  if (before === after) return 'none'
  const [from, to] = [parseVersion(before), parseVersion(after)]
  return from !== null && to !== null && sameMinor(from, to) ? 'patch' : 'minor'
}
