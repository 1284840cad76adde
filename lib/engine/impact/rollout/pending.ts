import { isInPlace } from '@/lib/engine/rules'
import type { Shoot, Worker } from '@/lib/engine/types'

/** Something that the API server refuses as long as a pool's in-place update is not finished. */
export interface Blocked {
  /** `spec.provider.workers[x]`: every field of the pool. */
  readonly field: string
  /** `unless-own-kubelet`: only if the pool has no kubelet settings of its own. */
  readonly when: 'always' | 'unless-own-kubelet'
}

export interface PendingUpdate {
  readonly pool: string
  /** A ManualInPlaceUpdate pool waits for a person to select its nodes. */
  readonly waitsFor: 'gardener' | 'person'
  readonly blocks: readonly Blocked[]
}

export interface PendingUpdates {
  /** In the order of the pools. */
  readonly pools: readonly PendingUpdate[]
  /** Operations that cannot be started as long as any pool is pending. */
  readonly operations: readonly string[]
}

const ROTATIONS = ['rotate-ca-start', 'rotate-serviceaccount-key-start', 'rotate-credentials-start']

/**
 * What unfinished in-place updates block (docs/rules.md#in-place-updates): the pool itself, and what it follows. One
 * refused pool refuses the whole write, so a nightly maintenance that would move the control plane fails as a whole, every
 * night. Other pools, the rest of the shoot and removing the pool stay free; `force-in-place-update` as the only operation
 * lifts the block.
 */
export function pendingUpdates({
  workers,
  pendingWorkerUpdates,
}: Pick<Shoot, 'workers' | 'pendingWorkerUpdates'>): PendingUpdates {
  const pools = workers.filter((worker) => isPending(worker, pendingWorkerUpdates)).map(pendingUpdate)
  const operations = pendingWorkerUpdates.length === 0 ? [] : ROTATIONS
  return { pools, operations: operations.flatMap((name) => [name, `${name}-without-workers-rollout`]) }
}

function isPending(worker: Worker, pending: readonly string[]): boolean {
  return isInPlace(worker) && pending.includes(worker.name)
}

function pendingUpdate({ name, updateStrategy, kubernetesVersion }: Worker): PendingUpdate {
  return {
    pool: name,
    waitsFor: updateStrategy === 'ManualInPlaceUpdate' ? 'person' : 'gardener',
    blocks: [
      { field: `spec.provider.workers[${name}]`, when: 'always' },
      ...(kubernetesVersion === undefined ? [{ field: 'spec.kubernetes.version', when: 'always' as const }] : []),
      { field: 'spec.kubernetes.kubelet', when: 'unless-own-kubelet' },
    ],
  }
}
