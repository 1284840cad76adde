import {
  ETCD_STEPS,
  INCOMPATIBLE,
  isReadyForRotation,
  isRollout,
  KNOWN,
  NEEDS_NODES,
  PARALLEL,
} from './operation-names'
import { type Annotations, MAINTENANCE_OPERATION, OPERATION, operationsIn } from './operations'
import type { Shoot } from './types'
import { atLeastMinor, parseVersion } from './version'

/** What starts a rotation, and how the API server calls it. */
const STARTS: Readonly<Record<string, string>> = {
  'rotate-credentials-start': 'rotation of all credentials',
  'rotate-credentials-start-without-workers-rollout': 'rotation of all credentials',
  'rotate-ca-start': 'CA rotation',
  'rotate-ca-start-without-workers-rollout': 'CA rotation',
  'rotate-serviceaccount-key-start': 'service account key rotation',
  'rotate-serviceaccount-key-start-without-workers-rollout': 'service account key rotation',
  'rotate-etcd-encryption-key': 'ETCD encryption key rotation',
  'rotate-etcd-encryption-key-start': 'ETCD encryption key rotation',
}

/**
 * What the API server refuses of the operation annotations that a maintenance leaves behind, as field errors.
 * Of the state of running rotations only that of the etcd encryption key is known here.
 */
export function operationErrors(shoot: Shoot, annotations: Annotations, kubernetes: string): string[] {
  if (annotations[OPERATION] === 'reconcile' && annotations[MAINTENANCE_OPERATION] === undefined) return []
  const now = operationsIn(annotations[OPERATION])
  const later = operationsIn(annotations[MAINTENANCE_OPERATION])
  const lists = [
    { path: `metadata.annotations[${OPERATION}]`, operations: now, kind: '' },
    { path: `metadata.annotations[${MAINTENANCE_OPERATION}]`, operations: later, kind: 'maintenance ' },
  ]
  for (const { path, operations } of lists) {
    for (const operation of operations) {
      if (!KNOWN.includes(operation) && !isRollout(operation)) {
        return [`${path}: Unsupported value: "${operation}": supported values: ${supportedValues()}`]
      }
      if (operations.length > 1 && !PARALLEL.includes(operation) && !isRollout(operation)) {
        return [
          `${path}: Forbidden: operation '${operation}' is not permitted to be run in parallel with other operations`,
        ]
      }
    }
  }
  const errors: string[] = []
  if (now.some((operation) => later.includes(operation))) {
    const [first, second] = lists.map(({ path }) => path)
    errors.push(
      `metadata.annotations: Forbidden: annotations ${first} and ${second} must not have any equal operations`,
    )
  }
  for (const { path, operations, kind } of lists) {
    for (const operation of operations)
      errors.push(...combinationErrors(path, operation, operations, kind, shoot, kubernetes))
  }
  for (const { path, operations } of lists) {
    for (const operation of operations) errors.push(...startErrors(path, operation, shoot))
  }
  return errors
}

function combinationErrors(
  path: string,
  operation: string,
  operations: readonly string[],
  kind: string,
  shoot: Shoot,
  kubernetes: string,
): string[] {
  const errors: string[] = []
  const version = parseVersion(kubernetes)
  if (ETCD_STEPS.includes(operation) && version !== null && atLeastMinor(version, 1, 34)) {
    errors.push(
      `metadata.annotations[${OPERATION}]: Forbidden: for Kubernetes versions >= 1.34, operation '${operation}' is no longer ` +
        "supported, please use 'rotate-etcd-encryption-key' instead, which performs a complete etcd encryption key rotation",
    )
  }
  const excluded = INCOMPATIBLE[operation] ?? []
  if (excluded.some((other) => operations.includes(other))) {
    errors.push(
      `${path}: Forbidden: operation '${operation}' is not permitted to be run together with ${excluded.join(', ')} ${kind}operations`,
    )
  }
  if (shoot.hibernated && (NEEDS_NODES.includes(operation) || isRollout(operation))) {
    errors.push(
      `${path}: Forbidden: operation '${operation}' is not permitted when shoot is hibernated or is waking up`,
    )
  }
  return errors
}

function startErrors(path: string, operation: string, shoot: Shoot): string[] {
  const rotation = STARTS[operation]
  if (rotation === undefined) return []
  const errors: string[] = []
  if (!isReadyForRotation(shoot.lastOperation)) {
    errors.push(
      `${path}: Forbidden: cannot start ${rotation} if shoot was not yet created successfully or is not ready for reconciliation`,
    )
  }
  const phase = shoot.autoRotation?.etcdEncryptionKey?.phase ?? ''
  if ((rotation.startsWith('ETCD') || rotation.endsWith('credentials')) && phase !== '' && phase !== 'Completed') {
    errors.push(
      `${path}: Forbidden: cannot start ${rotation} if .status.credentials.rotation.etcdEncryptionKey.phase is not 'Completed'`,
    )
  }
  if (!rotation.startsWith('ETCD') && shoot.pendingWorkerUpdates.length > 0) {
    errors.push(
      `${path}: Forbidden: cannot start ${rotation} if status.inPlaceUpdates.pendingWorkerUpdates is not empty`,
    )
  }
  return errors
}

function supportedValues(): string {
  return KNOWN.map((name) => `"${name}"`).join(', ')
}
