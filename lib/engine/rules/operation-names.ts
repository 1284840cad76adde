import type { LastOperation } from '@/lib/engine/types'

/** The operations that a shoot's annotations may ask for, and what the API server knows of each by its name alone. */

export const ETCD_STEPS: readonly string[] = ['rotate-etcd-encryption-key-start', 'rotate-etcd-encryption-key-complete']

/** Not while the shoot is hibernated; nor are rollouts. */
export const NEEDS_NODES: readonly string[] = [
  'rotate-credentials-start',
  'rotate-credentials-start-without-workers-rollout',
  'rotate-credentials-complete',
  'rotate-etcd-encryption-key',
  ...ETCD_STEPS,
  'rotate-serviceaccount-key-start',
  'rotate-serviceaccount-key-start-without-workers-rollout',
  'rotate-serviceaccount-key-complete',
]

/** Not while a change of the resources that are encrypted at rest is rolled out. */
export const WHILE_ENCRYPTION_IS_STABLE: readonly string[] = [
  'rotate-credentials-start',
  'rotate-etcd-encryption-key',
  'rotate-etcd-encryption-key-start',
]

/** May be given together with others; so may rollouts that name pools. */
export const PARALLEL: readonly string[] = [
  ...NEEDS_NODES,
  'reconcile',
  'rotate-ca-start',
  'rotate-ca-start-without-workers-rollout',
  'rotate-ca-complete',
  'rotate-observability-credentials',
  'rotate-ssh-keypair',
  'rotate-rollout-workers',
  'rollout-workers',
]

/** Lifts the block of pools that are still updated in place; it must be the only operation. */
export const FORCE_OPERATION = 'force-in-place-update'

/** Sorted. */
export const KNOWN: readonly string[] = [...PARALLEL, 'maintain', 'retry', FORCE_OPERATION].sort()

/** Whether Gardener knows what is asked for. */
export function isKnownOperation(operation: string): boolean {
  return KNOWN.includes(operation) || isRollout(operation)
}

/** One excludes the others. */
export const INCOMPATIBLE: Readonly<Record<string, readonly string[]>> = {
  'rotate-credentials-start': [
    'rotate-ca-start-without-workers-rollout',
    'rotate-serviceaccount-key-start-without-workers-rollout',
    'rotate-credentials-start-without-workers-rollout',
  ],
  'rotate-credentials-start-without-workers-rollout': ['rotate-ca-start', 'rotate-serviceaccount-key-start'],
  'rotate-ca-start': ['rotate-ca-start-without-workers-rollout'],
  'rotate-serviceaccount-key-start': ['rotate-serviceaccount-key-start-without-workers-rollout'],
  'rotate-etcd-encryption-key': ['rotate-etcd-encryption-key-start'],
}

/** Rotations of all credentials, and the operations that are about a part of one. */
export const PARTS: readonly (readonly [whole: RegExp, parts: RegExp])[] = [
  [
    /^rotate-credentials-start(?:-without-workers-rollout)?$/,
    /^rotate-(?:(?:ca|serviceaccount-key)-start(?:-without-workers-rollout)?|etcd-encryption-key(?:-start)?)$/,
  ],
  [/^rotate-credentials-complete$/, /^rotate-(?:ca|serviceaccount-key|etcd-encryption-key)-complete$/],
]

/** `rollout-workers=a,b`, not `rotate-rollout-workers=a,b`, which belongs to a rotation. */
export function isRolloutOfPools(operation: string): boolean {
  return operation.startsWith('rollout-workers')
}

export function isRolloutOfRotation(operation: string): boolean {
  return operation.startsWith('rotate-rollout-workers')
}

export function isRollout(operation: string): boolean {
  return isRolloutOfPools(operation) || isRolloutOfRotation(operation)
}

/** Whether a rotation may start: the shoot has been created, or was reconciled at least once. */
export function isReadyForRotation(lastOperation: LastOperation | undefined): boolean {
  if (lastOperation === undefined) return false
  const { type, state } = lastOperation
  return type === 'Reconcile' || ((type === 'Create' || type === 'Restore') && state === 'Succeeded')
}

/** Whether the control plane is on its way to another seed: from the beginning of the migration to the end of the restoration. */
export function isMoving({ type, state }: LastOperation): boolean {
  return type === 'Migrate' || (type === 'Restore' && state !== 'Succeeded')
}
