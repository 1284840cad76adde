import type { Shoot, Worker } from '@/lib/engine/types'
import type { ShootManifest } from './manifest'

/**
 * A shoot in the form in which a user would send it, as far as the engine knows it: its versions and pools, the operations that
 * it is annotated with, and the part of its status that the API server compares a change with.
 */
export function shootJson({ name, namespace, workers, ...shoot }: Shoot): ShootManifest {
  const pools = workers.map(poolJson)
  return {
    metadata: { name, namespace, annotations: shoot.annotations },
    spec: {
      kubernetes: { version: shoot.kubernetesVersion },
      ...(pools.length === 0 ? {} : { provider: { workers: pools } }),
    },
    status: {
      ...(shoot.lastOperation === undefined ? {} : { lastOperation: { ...shoot.lastOperation } }),
      inPlaceUpdates: { pendingWorkerUpdates: pendingJson(workers, shoot.pendingWorkerUpdates) },
    },
  }
}

/** Optional fields that are absent have their defaults; those that no rule about versions reads are left out. */
function poolJson({ name, kubernetesVersion, image, machineType, architecture, cri, ...rest }: Worker) {
  const { updateStrategy, minimum, maximum, zones } = rest
  return {
    name,
    machine: { type: machineType, architecture, ...(image === undefined ? {} : { image: { ...image } }) },
    cri: { name: cri.name, containerRuntimes: cri.containerRuntimes.map((type) => ({ type })) },
    updateStrategy,
    minimum,
    maximum,
    zones: [...zones],
    ...(updateStrategy === 'ManualInPlaceUpdate' ? {} : { maxSurge: 1, maxUnavailable: 0 }),
    ...(kubernetesVersion === undefined ? {} : { kubernetes: { version: kubernetesVersion } }),
  }
}

function pendingJson(workers: readonly Worker[], pending: readonly string[]) {
  const of = (strategy: Worker['updateStrategy']) =>
    workers.filter((one) => one.updateStrategy === strategy && pending.includes(one.name)).map(({ name }) => name)
  return { autoInPlaceUpdate: of('AutoInPlaceUpdate'), manualInPlaceUpdate: of('ManualInPlaceUpdate') }
}
