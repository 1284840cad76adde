import type { Instant, LastOperation, RotationPlan, Shoot } from '@/lib/engine/types'
import type { RotationResult } from './describe'
import { isToSleep } from './hibernation'
import { passesOverRunningRotation } from './release'

export const OPERATION = 'gardener.cloud/operation'
export const MAINTENANCE_OPERATION = 'maintenance.gardener.cloud/operation'
export const NEEDS_RETRY = 'maintenance.shoot.gardener.cloud/needs-retry-operation'

export type Annotations = Readonly<Record<string, string>>

/** What an operation annotation asks for: a list separated by `;`. */
export function operationsIn(annotation: string | undefined): string[] {
  return annotation === undefined || annotation === '' ? [] : annotation.split(';').map((operation) => operation.trim())
}

/** Whether the operations lift the block of pools that are still updated in place: only that one does, and only alone. */
export function forcesInPlaceUpdate(operations: readonly string[]): boolean {
  return operations.length === 1 && operations[0] === FORCE_OPERATION
}

/** Whether a maintenance is asked for at once. */
export function asksForMaintenance(annotations: Annotations): boolean {
  return operationsIn(annotations[OPERATION]).includes('maintain')
}

/**
 * Credentials whose rotation is due, in order of their operations' names. Rotated last when the rotation completed, or with
 * the creation of the shoot.
 */
export function dueRotations(shoot: Shoot, at: Instant): RotationResult[] {
  const { autoRotation } = shoot
  if (autoRotation === undefined) return []
  const isDue = (plan: RotationPlan | undefined) => isRotationDue(plan, shoot, at)
  const due: RotationResult[] = []
  const { etcdEncryptionKey, observability, sshKeypair } = autoRotation
  const runs = (etcdEncryptionKey?.phase ?? '') !== '' && etcdEncryptionKey?.phase !== 'Completed'
  if (isDue(etcdEncryptionKey) && !isToSleep(shoot) && !(runs && passesOverRunningRotation(shoot))) {
    due.push({
      operation: 'rotate-etcd-encryption-key',
      started: !runs,
      description: runs ? 'Could not start ETCD encryption key rotation' : 'ETCD Encryption key rotation started',
      reason: runs
        ? 'ETCD encryption key rotation is already in progress'
        : 'Automatic rotation of etcd encryption key configured',
    })
  }
  if (isDue(observability)) {
    due.push({
      operation: 'rotate-observability-credentials',
      started: true,
      description: 'Observability passwords rotation started',
      reason: 'Automatic rotation of observability passwords configured',
    })
  }
  if (isDue(sshKeypair) && allowsSsh(shoot)) {
    due.push({
      operation: 'rotate-ssh-keypair',
      started: true,
      description: 'SSH keypair rotation started',
      reason: 'Automatic rotation of SSH keypair configured',
    })
  }
  return due
}

export function isRotationDue(plan: RotationPlan | undefined, { creationTimestamp }: Shoot, at: Instant): boolean {
  if (plan === undefined || plan.rotationPeriod === 0) return false
  return (plan.lastCompletionTime ?? creationTimestamp ?? Number.NEGATIVE_INFINITY) < at - plan.rotationPeriod
}

/** The first instant, `at` included, after which another rotation falls due; infinity if none does. */
export function nextRotation(shoot: Shoot, at: Instant): Instant {
  const { autoRotation, creationTimestamp } = shoot
  const plans = [autoRotation?.observability, autoRotation?.sshKeypair, autoRotation?.etcdEncryptionKey]
  const due = plans.flatMap((plan) => {
    if (plan === undefined || plan.rotationPeriod === 0) return []
    return (plan.lastCompletionTime ?? creationTimestamp ?? Number.NEGATIVE_INFINITY) + plan.rotationPeriod
  })
  return Math.min(...due.filter((instant) => instant >= at))
}

/** The shoot after the rotations that were due at the instant have completed. */
export function rotated(shoot: Shoot, at: Instant): Shoot {
  const due = new Set(dueRotations(shoot, at).flatMap(({ operation, started }) => (started ? [operation] : [])))
  const { autoRotation } = shoot
  if (due.size === 0 || autoRotation === undefined) return shoot
  const { observability, sshKeypair, etcdEncryptionKey } = autoRotation
  const done = { lastCompletionTime: at }
  return {
    ...shoot,
    autoRotation: {
      ...autoRotation,
      ...(observability && due.has('rotate-observability-credentials')
        ? { observability: { ...observability, ...done } }
        : {}),
      ...(sshKeypair && due.has('rotate-ssh-keypair') ? { sshKeypair: { ...sshKeypair, ...done } } : {}),
      ...(etcdEncryptionKey && due.has('rotate-etcd-encryption-key')
        ? { etcdEncryptionKey: { ...etcdEncryptionKey, ...done } }
        : {}),
    },
  }
}

const NO_ANNOTATIONS: Annotations = {}
/** What the controller asks for if nothing else is asked for: by far the most frequent case. */
const RECONCILE: Annotations = { [OPERATION]: 'reconcile' }
const ONLY_RECONCILE = { annotations: RECONCILE, named: null }

/** The annotations that the controller writes, and the operations it names in the description (null: none worth naming). */
export function annotationsWithOperations(
  shoot: Shoot,
  rotations: readonly RotationResult[],
): { readonly annotations: Annotations; readonly named: string | null } {
  if (rotations.length === 0 && isUnasked(shoot)) return ONLY_RECONCILE
  const annotations: Record<string, string> = { ...shoot.annotations }
  if (asksForMaintenance(annotations)) delete annotations[OPERATION]
  const { lastOperation } = shoot
  if (lastOperation === undefined) return { annotations, named: null }
  if (lastOperation.state === 'Failed') {
    if (isTrue(annotations[NEEDS_RETRY])) {
      annotations[OPERATION] = 'retry'
      delete annotations[NEEDS_RETRY]
    }
    return { annotations, named: null }
  }
  const operations = operationsIn(annotations[MAINTENANCE_OPERATION])
  if (!operations.includes('reconcile')) operations.push('reconcile')
  for (const { operation, started } of rotations) {
    const isCovered =
      operation === 'rotate-etcd-encryption-key' && operations.includes('rotate-etcd-encryption-key-start')
    if (started && !isCovered) operations.push(operation)
  }
  annotations[OPERATION] = operations.join(';')
  delete annotations[MAINTENANCE_OPERATION]
  return { annotations, named: annotations[OPERATION] === 'reconcile' ? null : annotations[OPERATION] }
}

const NO_OPERATIONS: readonly string[] = []

/** What gardenlet begins to do once the maintenance has written these annotations, apart from reconciling. */
export function startedOperations(shoot: Shoot, written: Annotations): readonly string[] {
  const { lastOperation, annotations } = shoot
  if (written === RECONCILE || lastOperation === undefined) return NO_OPERATIONS
  // Of a failed shoot only what is new was written by the maintenance.
  if (lastOperation.state === 'Failed') return isTrue(annotations[NEEDS_RETRY]) ? ['retry'] : NO_OPERATIONS
  const operations = [...new Set(operationsIn(written[OPERATION]))]
  return operations.filter((operation) => !isConsumed(operation, operations, shoot))
}

/** Whether no operation is asked for, and the last one is no reason to do anything but to reconcile. */
export function isUnasked({ annotations, lastOperation }: Shoot): boolean {
  if (lastOperation === undefined || lastOperation.state === 'Failed' || isMoving(lastOperation)) return false
  return Object.keys(annotations).length === 0
}

/** Operations that start what others are about as well. */
const COVERED: Readonly<Record<string, readonly string[]>> = {
  'rotate-credentials-start': [
    'rotate-ca-start',
    'rotate-serviceaccount-key-start',
    'rotate-etcd-encryption-key',
    'rotate-etcd-encryption-key-start',
    'rotate-observability-credentials',
    'rotate-ssh-keypair',
  ],
  'rotate-credentials-start-without-workers-rollout': [
    'rotate-ca-start-without-workers-rollout',
    'rotate-serviceaccount-key-start-without-workers-rollout',
    'rotate-etcd-encryption-key',
    'rotate-etcd-encryption-key-start',
    'rotate-observability-credentials',
    'rotate-ssh-keypair',
  ],
  'rotate-credentials-complete': [
    'rotate-ca-complete',
    'rotate-serviceaccount-key-complete',
    'rotate-etcd-encryption-key-complete',
  ],
}

/**
 * The annotations as the API server stores them. A change of the spec (unless confined to the maintenance window) triggers
 * the reconciliation by itself, so operations stay as they are; otherwise the server acts on `reconcile` and `retry` and
 * removes them. A confined change of a failed shoot asks for a retry in the next maintenance.
 */
export function storedAnnotations(shoot: Shoot, written: Annotations, specChanged: boolean): Annotations {
  if (written === RECONCILE) return specChanged && !shoot.confineSpecUpdateRollout ? RECONCILE : NO_ANNOTATIONS
  const annotations: Record<string, string> = { ...written }
  const failed = shoot.lastOperation?.state === 'Failed'
  if (shoot.confineSpecUpdateRollout && specChanged && failed) annotations[NEEDS_RETRY] = 'true'
  for (const name of [OPERATION, MAINTENANCE_OPERATION]) {
    const value = annotations[name]
    if (value !== undefined) annotations[name] = [...new Set(operationsIn(value))].sort().join(';')
  }
  if (specChanged && !shoot.confineSpecUpdateRollout) return annotations
  if (shoot.lastOperation === undefined || annotations[OPERATION] === undefined) return annotations
  const left = operationsLeft(shoot, annotations[OPERATION])
  if (left.length === 0) delete annotations[OPERATION]
  else annotations[OPERATION] = left.join(';')
  return annotations
}

/** What is left of the operations that the server acts on at once. */
function operationsLeft(shoot: Shoot, annotation: string): readonly string[] {
  if (shoot.lastOperation?.state === 'Failed') return annotation === 'retry' ? [] : operationsIn(annotation)
  const operations = operationsIn(annotation)
  return operations.filter((operation) => !isConsumed(operation, operations, shoot))
}

/** The annotations as the validation sees them: without the operations that the server has acted on by then. */
export function validatedAnnotations(shoot: Shoot, written: Annotations, specChanged: boolean): Annotations {
  const annotation = written[OPERATION]
  const isLeftAlone = (specChanged && !shoot.confineSpecUpdateRollout) || shoot.lastOperation === undefined
  if (isLeftAlone || annotation === undefined) return written
  const left = operationsLeft(shoot, annotation)
  if (left.length === operationsIn(annotation).length) return written
  const { [OPERATION]: _, ...others } = written
  return left.length === 0 ? others : { ...others, [OPERATION]: left.join(';') }
}

function isConsumed(operation: string, operations: readonly string[], shoot: Shoot): boolean {
  if (operation === 'reconcile') return true
  if (operation === 'rotate-ssh-keypair' && !allowsSsh(shoot)) return true
  return operations.some((other) => COVERED[other]?.includes(operation) === true)
}

function allowsSsh(shoot: Shoot): boolean {
  return shoot.workers.length > 0 && shoot.sshAccess !== false
}

/** A truth value as Go reads it. */
export function isTrue(text: string | undefined): boolean {
  return text !== undefined && ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)
}

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

/** The rotations that replace or update nodes. */
export const ROLLING_ROTATIONS = ['certificateAuthorities', 'serviceAccountKey'] as const

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
