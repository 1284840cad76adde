import type { RefusalType, UpdateRefusal, UpdateRule } from '@/lib/engine/refusal'
import type { RotationPhases, Shoot } from '@/lib/engine/types'
import { parseVersion } from './gardener-semver'
import { isInHibernation, isToSleep } from './hibernation'
import {
  ETCD_STEPS,
  INCOMPATIBLE,
  isReadyForRotation,
  isRollout,
  isRolloutOfRotation,
  KNOWN,
  NEEDS_NODES,
  PARALLEL,
  PARTS,
  WHILE_ENCRYPTION_IS_STABLE,
} from './operation-names'
import { type Annotations, MAINTENANCE_OPERATION, OPERATION, operationsIn } from './operations'
import { invalidUpdate } from './update-refusal'
import { atLeastMinor } from './version'

/**
 * What the API server refuses of the operation annotations that a maintenance leaves behind, as field errors.
 */
export function operationErrors(shoot: Shoot, annotations: Annotations, kubernetes: string): UpdateRefusal[] {
  if (annotations[OPERATION] === 'reconcile' && annotations[MAINTENANCE_OPERATION] === undefined) return []
  const now = operationsIn(annotations[OPERATION])
  const later = operationsIn(annotations[MAINTENANCE_OPERATION])
  if (now.length === 0 && later.length === 0) return []
  const lists = [
    { path: `metadata.annotations[${OPERATION}]`, operations: now, kind: '' },
    { path: `metadata.annotations[${MAINTENANCE_OPERATION}]`, operations: later, kind: 'maintenance ' },
  ]
  for (const { path, operations } of lists) {
    for (const operation of operations) {
      if (!KNOWN.includes(operation) && !isRollout(operation)) {
        return [refused('FieldValueNotSupported', path, `supported values: ${supportedValues()}`, operation)]
      }
      if (operations.length > 1 && !PARALLEL.includes(operation) && !isRollout(operation)) {
        return [
          forbidden(path, `operation '${operation}' is not permitted to be run in parallel with other operations`),
        ]
      }
    }
  }
  const errors: UpdateRefusal[] = []
  if (now.some((operation) => later.includes(operation))) {
    const [first, second] = lists.map(({ path }) => path)
    errors.push(
      forbidden('metadata.annotations', `annotations ${first} and ${second} must not have any equal operations`),
    )
  }
  for (const { path, operations, kind } of lists) {
    for (const operation of operations)
      errors.push(...combinationErrors(path, operation, operations, kind, shoot, kubernetes))
  }
  errors.push(...conflictErrors(now, later))
  for (const { path, operations } of lists) {
    for (const operation of operations) errors.push(...stateErrors(path, operation, shoot, kubernetes))
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
): UpdateRefusal[] {
  const errors: UpdateRefusal[] = []
  const version = parseVersion(kubernetes)
  if (ETCD_STEPS.includes(operation) && version !== null && atLeastMinor(version, 1, 34)) {
    errors.push(
      forbidden(
        `metadata.annotations[${OPERATION}]`,
        `for Kubernetes versions >= 1.34, operation '${operation}' is no longer supported, please use ` +
          "'rotate-etcd-encryption-key' instead, which performs a complete etcd encryption key rotation",
      ),
    )
  }
  const excluded = INCOMPATIBLE[operation] ?? []
  if (excluded.some((other) => operations.includes(other))) {
    errors.push(
      forbidden(
        path,
        `operation '${operation}' is not permitted to be run together with ${excluded.join(', ')} ${kind}operations`,
      ),
    )
  }
  if (isInHibernation(shoot) && (NEEDS_NODES.includes(operation) || isRollout(operation))) {
    const text = `operation '${operation}' is not permitted when shoot is hibernated or is waking up`
    errors.push(refused('FieldValueForbidden', path, text, undefined, 'operation-hibernated'))
  }
  if (shoot.encryptionChanges === true && WHILE_ENCRYPTION_IS_STABLE.includes(operation)) {
    const text = `operation '${operation}' is not permitted because a previous encryption configuration change is currently being rolled out`
    errors.push(refused('FieldValueForbidden', path, text, undefined, 'operation-encryption-changes'))
  }
  return errors
}

type Rotated = keyof RotationPhases

/** Which rotations an operation is about, by the name before `-start…` or `-complete`, and how the API server calls them. */
const ROTATIONS: Readonly<Record<string, { readonly name: string; readonly kinds: readonly Rotated[] }>> = {
  'rotate-credentials': {
    name: 'rotation of all credentials',
    kinds: ['certificateAuthorities', 'serviceAccountKey', 'etcdEncryptionKey'],
  },
  'rotate-ca': { name: 'CA rotation', kinds: ['certificateAuthorities'] },
  'rotate-serviceaccount-key': { name: 'service account key rotation', kinds: ['serviceAccountKey'] },
  'rotate-etcd-encryption-key': { name: 'ETCD encryption key rotation', kinds: ['etcdEncryptionKey'] },
}

/** What the shoot's state does not allow now. */
function stateErrors(path: string, operation: string, shoot: Shoot, kubernetes: string): UpdateRefusal[] {
  if (isRollout(operation)) return rolloutErrors(path, operation, shoot)
  if (operation === 'rotate-etcd-encryption-key') return startErrors(path, operation, shoot)
  const [, what = '', action = ''] = /^(.*)-(start|start-without-workers-rollout|complete)$/.exec(operation) ?? []
  return action === 'complete' ? completionErrors(path, what, shoot, kubernetes) : startErrors(path, what, shoot)
}

function startErrors(path: string, what: string, shoot: Shoot): UpdateRefusal[] {
  const rotation = ROTATIONS[what]
  if (rotation === undefined) return []
  const cannot = `cannot start ${rotation.name}`
  const errors: UpdateRefusal[] = []
  if (!isReadyForRotation(shoot.lastOperation)) {
    const text = `${cannot} if shoot was not yet created successfully or is not ready for reconciliation`
    errors.push(refused('FieldValueForbidden', path, text, undefined, 'operation-not-ready'))
  }
  for (const kind of rotation.kinds) {
    const phase = phaseOf(shoot, kind)
    if (phase === '' || phase === 'Completed') continue
    errors.push(forbidden(path, `${cannot} if .status.credentials.rotation.${kind}.phase is not 'Completed'`))
  }
  if (what === 'rotate-etcd-encryption-key') return errors
  for (const list of shoot.pendingLists ?? []) {
    errors.push(forbidden(path, `${cannot} if status.inPlaceUpdates.pendingWorkerUpdates.${list} is not empty`))
  }
  return errors
}

function completionErrors(path: string, what: string, shoot: Shoot, kubernetes: string): UpdateRefusal[] {
  const rotation = ROTATIONS[what]
  const version = parseVersion(kubernetes)
  const completesItself = version !== null && atLeastMinor(version, 1, 34)
  return (rotation?.kinds ?? []).flatMap((kind) => {
    if (what === 'rotate-credentials' && kind === 'etcdEncryptionKey' && completesItself) return []
    if (phaseOf(shoot, kind) === 'Prepared') return []
    return [
      forbidden(
        path,
        `cannot complete ${rotation?.name} if .status.credentials.rotation.${kind}.phase is not 'Prepared'`,
      ),
    ]
  })
}

function phaseOf({ rotationPhases, autoRotation }: Shoot, kind: Rotated): string {
  return (
    rotationPhases?.[kind] ?? (kind === 'etcdEncryptionKey' ? autoRotation?.etcdEncryptionKey?.phase : undefined) ?? ''
  )
}

/** Pools that are to be rolled must be there; for a rollout without a rotation they must not be updated in place. */
function rolloutErrors(path: string, operation: string, shoot: Shoot): UpdateRefusal[] {
  const ofRotation = isRolloutOfRotation(operation)
  const prefix = ofRotation ? 'rotate-rollout-workers' : 'rollout-workers'
  const list = operation.startsWith(`${prefix}=`) ? operation.slice(prefix.length + 1) : operation
  const given = list.split(',')
  const isForAll = !ofRotation && given.length === 1 && given[0] === '*'
  const names = isForAll ? shoot.workers.map(({ name }) => name) : given
  const errors: UpdateRefusal[] = []
  const waits = (['certificateAuthorities', 'serviceAccountKey'] as const).some(
    (kind) => phaseOf(shoot, kind) === 'WaitingForWorkersRollout',
  )
  if (ofRotation && !waits) {
    errors.push(
      forbidden(
        path,
        'either .status.credentials.rotation.certificateAuthorities.phase or ' +
          ".status.credentials.rotation.serviceAccountKey.phase must be in 'WaitingForWorkersRollout' in order to trigger workers rollout",
      ),
    )
  }
  if (names.includes('')) {
    const what = ofRotation ? 'at least one pool name' : "either '*' or at least one pool name"
    const text = `must provide ${what} via ${prefix}=<poolName1>[,<poolName2>,...]`
    errors.push(refused('FieldValueRequired', path, text))
  }
  if (!ofRotation && names.includes('*')) {
    errors.push(forbidden(path, "if '*' is provided, no other pool names are allowed"))
  }
  names.forEach((name, i) => {
    const pool = shoot.workers.find((worker) => worker.name === name)
    if (names.indexOf(name) < i) {
      errors.push(refused('FieldValueDuplicate', path, '', `pool name ${name} was specified multiple times`))
    }
    if (pool === undefined) {
      const detail = `worker pool name ${name} does not exist in .spec.provider.workers[]`
      errors.push(refused('FieldValueInvalid', path, detail, name))
    } else if (!ofRotation && pool.updateStrategy !== 'AutoRollingUpdate') {
      const detail = `worker pool ${name} is using in-place update strategy; manual worker pool rollout is not supported for such pools`
      errors.push(refused('FieldValueInvalid', path, detail, name))
    }
  })
  return errors
}

/** A rotation of all credentials now excludes a part of it in maintenance, and the other way round. */
function conflictErrors(now: readonly string[], later: readonly string[]): UpdateRefusal[] {
  const path = `metadata.annotations[${OPERATION}]`
  const partsOf = (operation: string, others: readonly string[]): string => {
    const parts = PARTS.find(([whole]) => whole.test(operation))?.[1]
    return parts === undefined ? '' : [...new Set(others.filter((other) => parts.test(other)))].sort().join(', ')
  }
  const refuse = (operation: string, maintenance: string): UpdateRefusal =>
    forbidden(path, `operation '${operation}' is not permitted when maintenance operation is '${maintenance}'`)
  const ofLater = later.flatMap((whole) => {
    const parts = partsOf(whole, now)
    return parts === '' ? [] : [refuse(parts, whole)]
  })
  const ofNow = now.flatMap((whole) => {
    const parts = partsOf(whole, later)
    return parts === '' ? [] : [refuse(whole, parts)]
  })
  return [...ofLater, ...ofNow]
}

/** A shoot that is to be asleep cannot do in its next maintenance what needs nodes. */
export function hibernationErrors(shoot: Shoot, annotations: Annotations): UpdateRefusal[] {
  if (!isToSleep(shoot) || annotations[MAINTENANCE_OPERATION] === undefined) return []
  return operationsIn(annotations[MAINTENANCE_OPERATION])
    .filter((operation) => NEEDS_NODES.includes(operation))
    .map((operation) =>
      forbidden(
        'spec.hibernation.enabled',
        `shoot cannot be hibernated when ${MAINTENANCE_OPERATION} annotation contains ${operation} operation`,
      ),
    )
}

function forbidden(field: string, text: string): UpdateRefusal {
  return refused('FieldValueForbidden', field, text)
}

function refused(
  type: RefusalType,
  field: string,
  text: string,
  value?: string,
  rule: UpdateRule = 'operation',
): UpdateRefusal {
  return invalidUpdate(rule, type, field, text, value === undefined ? {} : { value: `"${value}"` })
}

function supportedValues(): string {
  return KNOWN.map((name) => `"${name}"`).join(', ')
}
