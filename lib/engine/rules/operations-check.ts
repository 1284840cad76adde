import {
  type FoundError,
  invalidUpdate,
  type RefusalType,
  type ShootRule,
  type UpdateRefusal,
  type UpdateRule,
} from '@/lib/engine/refusal'
import type { Instant, LastOperation, RotationPhases, Shoot } from '@/lib/engine/types'
import { quote } from './describe'
import { parseVersion } from './gardener-semver'
import { isAsleepInNextWindow, isInHibernation, isToSleep } from './hibernation'
import { isInPlace } from './image-filter'
import {
  type Annotations,
  annotationsWithOperations,
  dueRotations,
  ETCD_STEPS,
  INCOMPATIBLE,
  isReadyForRotation,
  isRollout,
  isRolloutOfRotation,
  isRotationDue,
  KNOWN,
  MAINTENANCE_OPERATION,
  NEEDS_NODES,
  OPERATION,
  operationsIn,
  PARALLEL,
  PARTS,
  ROLLING_ROTATIONS,
  WHILE_ENCRYPTION_IS_STABLE,
} from './operations'
import { atLeastMinor } from './version'

/** What operations that annotations ask for are held to. */
export type OperationRule = Extract<
  ShootRule,
  'hibernation-operation' | `operation-${string}` | `rollout-${string}` | `rotation-${string}`
>

/** What the API server looks at to say whether operations are permitted, of a shoot as it is to be stored. */
export interface OperationContext {
  /** What `gardener.cloud/operation` asks for. */
  readonly now: readonly string[]
  /** What `maintenance.gardener.cloud/operation` asks for. */
  readonly later: readonly string[]
  readonly kubernetes: string
  /** Asleep, falling asleep, or waking up. */
  readonly isInHibernation: boolean
  readonly changesEncryption: boolean
  readonly lastOperation: Pick<LastOperation, 'type' | 'state'> | undefined
  /** The phase of the rotation of one kind of credentials; empty if there never was one. */
  readonly phaseOf: (kind: RotatedKind) => string
  /** The lists of `status.inPlaceUpdates.pendingWorkerUpdates` that name any pool. */
  readonly pendingLists: readonly string[]
  readonly pools: readonly { readonly name: string; readonly isInPlace: boolean }[]
  readonly isDeleting: boolean
}

/** Kinds of credentials whose rotation has phases. */
type RotatedKind = keyof RotationPhases

/** One thing that is not permitted. */
export interface OperationError extends FoundError<OperationRule> {
  /** The operation, the kind of credentials, the list or the pool that it is about; absent: all of them. */
  readonly about?: string
  /** How the API server calls the rotation that it is about. */
  readonly rotation?: string
  /** The phase in which that is. */
  readonly phase?: string
}

const AT = `metadata.annotations[${OPERATION}]`
const MAINTENANCE_AT = `metadata.annotations[${MAINTENANCE_OPERATION}]`

/**
 * What the API server refuses of the operations that a shoot's annotations ask for, with any write
 * (docs/rules.md#credentials-operations): unknown ones, ones that must be alone, and ones that the shoot's state does not allow now.
 */
export function operationErrors(context: OperationContext): readonly OperationError[] {
  const { now, later, isDeleting } = context
  const lists = [
    { path: AT, operations: now, kind: '' },
    { path: MAINTENANCE_AT, operations: later, kind: 'maintenance ' },
  ] as const
  for (const { path, operations } of lists) {
    const found = operations.map((operation) => nameError(path, operation, operations)).find((error) => error !== null)
    if (found) return [found]
  }
  const errors: OperationError[] = []
  if (now.some((operation) => later.includes(operation))) {
    const text = `annotations ${AT} and ${MAINTENANCE_AT} must not have any equal operations`
    errors.push(forbidden('operation-twice', 'metadata.annotations', text))
  }
  for (const { path, operations, kind } of lists) {
    for (const operation of operations) errors.push(...combinationErrors(path, operation, operations, kind, context))
  }
  errors.push(...conflictErrors(now, later))
  for (const { path, operations } of lists) {
    if (isDeleting && path === MAINTENANCE_AT) continue
    for (const operation of operations) errors.push(...stateErrors(path, operation, context))
  }
  return errors
}

/** What a shoot that is to be asleep cannot do in its next maintenance, as it needs nodes. */
export function asleepOperationErrors(later: readonly string[]): readonly OperationError[] {
  return later
    .filter((operation) => NEEDS_NODES.includes(operation))
    .map((operation) => {
      const text = `shoot cannot be hibernated when ${MAINTENANCE_OPERATION} annotation contains ${operation} operation`
      return forbidden('hibernation-operation', 'spec.hibernation.enabled', text, operation)
    })
}

/** The errors of the annotations that a maintenance leaves behind, before `spec.hibernation.enabled` is checked. */
export function maintenanceOperationErrors(
  shoot: Shoot,
  annotations: Annotations,
  kubernetes: string,
): readonly UpdateRefusal[] {
  if (annotations[OPERATION] === 'reconcile' && annotations[MAINTENANCE_OPERATION] === undefined) return NOTHING
  const now = operationsIn(annotations[OPERATION])
  const later = operationsIn(annotations[MAINTENANCE_OPERATION])
  if (now.length === 0 && later.length === 0) return NOTHING
  const { rotationPhases, autoRotation } = shoot
  return operationErrors({
    now,
    later,
    kubernetes,
    isInHibernation: isInHibernation(shoot),
    changesEncryption: shoot.encryptionChanges === true,
    lastOperation: shoot.lastOperation,
    phaseOf: (kind) =>
      rotationPhases?.[kind] ??
      (kind === 'etcdEncryptionKey' ? autoRotation?.etcdEncryptionKey?.phase : undefined) ??
      '',
    pendingLists: shoot.pendingLists ?? NOTHING,
    pools: shoot.workers.map((worker) => ({ name: worker.name, isInPlace: isInPlace(worker) })),
    isDeleting: shoot.deletionTimestamp !== undefined,
  }).map(ofMaintenance)
}

/** The errors because the shoot is to be asleep. */
export function maintenanceHibernationErrors(shoot: Shoot, annotations: Annotations): readonly UpdateRefusal[] {
  if (!isToSleep(shoot) || annotations[MAINTENANCE_OPERATION] === undefined) return NOTHING
  return asleepOperationErrors(operationsIn(annotations[MAINTENANCE_OPERATION])).map(ofMaintenance)
}

const NOTHING: readonly never[] = []

/** Rules that are told apart where a maintenance runs into them; all others are told as one. */
const OF_MAINTENANCE: Partial<Record<OperationRule, UpdateRule>> = {
  'operation-hibernated': 'operation-hibernated',
  'operation-encryption-changes': 'operation-encryption-changes',
  'rotation-shoot-not-ready': 'operation-not-ready',
}

function ofMaintenance({ rule, type, field, text, printed }: OperationError): UpdateRefusal {
  const subject = printed === undefined ? {} : { value: printed }
  return invalidUpdate(OF_MAINTENANCE[rule] ?? 'operation', type, field, text, subject)
}

function nameError(path: string, operation: string, all: readonly string[]): OperationError | null {
  if (isRollout(operation)) return null
  if (!KNOWN.includes(operation)) {
    const text = `supported values: ${KNOWN.map(quote).join(', ')}`
    return error('operation-unknown', 'FieldValueNotSupported', path, text, operation, quote(operation))
  }
  if (all.length === 1 || PARALLEL.includes(operation)) return null
  const text = `operation '${operation}' is not permitted to be run in parallel with other operations`
  return forbidden('operation-not-alone', path, text, operation)
}

function combinationErrors(
  path: string,
  operation: string,
  operations: readonly string[],
  kind: string,
  { kubernetes, isInHibernation: sleeps, changesEncryption }: OperationContext,
): OperationError[] {
  const errors: OperationError[] = []
  if (ETCD_STEPS.includes(operation) && isAtLeast134(kubernetes)) {
    const text =
      `for Kubernetes versions >= 1.34, operation '${operation}' is no longer supported, please use ` +
      "'rotate-etcd-encryption-key' instead, which performs a complete etcd encryption key rotation"
    errors.push(forbidden('operation-replaced', AT, text, operation))
  }
  const excluded = INCOMPATIBLE[operation] ?? []
  if (excluded.some((other) => operations.includes(other))) {
    const text = `operation '${operation}' is not permitted to be run together with ${excluded.join(', ')} ${kind}operations`
    errors.push(forbidden('operation-incompatible', path, text, operation))
  }
  if (sleeps && (NEEDS_NODES.includes(operation) || isRollout(operation))) {
    const text = `operation '${operation}' is not permitted when shoot is hibernated or is waking up`
    errors.push(forbidden('operation-hibernated', path, text, operation))
  }
  if (changesEncryption && WHILE_ENCRYPTION_IS_STABLE.includes(operation)) {
    const text = `operation '${operation}' is not permitted because a previous encryption configuration change is currently being rolled out`
    errors.push(forbidden('operation-encryption-changes', path, text, operation))
  }
  return errors
}

/** The rotations that an operation is about, by the name before `-start…` or `-complete`, and their names in the API server. */
const ROTATIONS: Readonly<Record<string, { readonly name: string; readonly kinds: readonly RotatedKind[] }>> = {
  'rotate-credentials': {
    name: 'rotation of all credentials',
    kinds: ['certificateAuthorities', 'serviceAccountKey', 'etcdEncryptionKey'],
  },
  'rotate-ca': { name: 'CA rotation', kinds: ['certificateAuthorities'] },
  'rotate-serviceaccount-key': { name: 'service account key rotation', kinds: ['serviceAccountKey'] },
  'rotate-etcd-encryption-key': { name: 'ETCD encryption key rotation', kinds: ['etcdEncryptionKey'] },
}

/** What the shoot's state does not allow now. */
function stateErrors(path: string, operation: string, context: OperationContext): OperationError[] {
  if (isRollout(operation)) return rolloutErrors(path, operation, context)
  if (operation === 'rotate-etcd-encryption-key') return startErrors(path, operation, context)
  const [, what = '', action = ''] = /^(.*)-(start|start-without-workers-rollout|complete)$/.exec(operation) ?? []
  return action === 'complete' ? completionErrors(path, what, context) : startErrors(path, what, context)
}

function startErrors(path: string, what: string, context: OperationContext): OperationError[] {
  const rotation = ROTATIONS[what]
  if (rotation === undefined) return []
  const { name, kinds } = rotation
  const cannot = `cannot start ${name}`
  const errors: OperationError[] = []
  if (!isReadyForRotation(context.lastOperation)) {
    const text = `${cannot} if shoot was not yet created successfully or is not ready for reconciliation`
    errors.push({ ...forbidden('rotation-shoot-not-ready', path, text), rotation: name })
  }
  for (const kind of kinds) {
    const phase = context.phaseOf(kind)
    if (phase === '' || phase === 'Completed') continue
    const text = `${cannot} if .status.credentials.rotation.${kind}.phase is not 'Completed'`
    errors.push({ ...forbidden('rotation-not-completed', path, text, kind), rotation: name, phase })
  }
  if (what === 'rotate-etcd-encryption-key') return errors
  for (const list of context.pendingLists) {
    const text = `${cannot} if status.inPlaceUpdates.pendingWorkerUpdates.${list} is not empty`
    errors.push({ ...forbidden('rotation-in-place-update-pending', path, text, list), rotation: name })
  }
  return errors
}

function completionErrors(path: string, what: string, { phaseOf, kubernetes }: OperationContext): OperationError[] {
  const rotation = ROTATIONS[what]
  if (rotation === undefined) return []
  const { name, kinds } = rotation
  return kinds.flatMap((kind) => {
    if (what === 'rotate-credentials' && kind === 'etcdEncryptionKey' && isAtLeast134(kubernetes)) return []
    if (phaseOf(kind) === 'Prepared') return []
    const text = `cannot complete ${name} if .status.credentials.rotation.${kind}.phase is not 'Prepared'`
    return [{ ...forbidden('rotation-not-prepared', path, text, kind), rotation: name }]
  })
}

/** Whether the version is 1.34 or higher: then the rotation of the etcd encryption key is one operation, which completes itself. */
function isAtLeast134(kubernetes: string): boolean {
  const version = parseVersion(kubernetes)
  return version !== null && atLeastMinor(version, 1, 34)
}

/** Pools that are to be rolled must be there; for a rollout without a rotation they must not be updated in place. */
function rolloutErrors(path: string, operation: string, { phaseOf, pools }: OperationContext): OperationError[] {
  const ofRotation = isRolloutOfRotation(operation)
  const prefix = ofRotation ? 'rotate-rollout-workers' : 'rollout-workers'
  const list = operation.startsWith(`${prefix}=`) ? operation.slice(prefix.length + 1) : operation
  const given = list.split(',')
  const isForAll = !ofRotation && given.length === 1 && given[0] === '*'
  const names = isForAll ? pools.map(({ name }) => name) : given
  const errors: OperationError[] = []
  const waits = ROLLING_ROTATIONS.some((kind) => phaseOf(kind) === 'WaitingForWorkersRollout')
  if (ofRotation && !waits) {
    const text =
      'either .status.credentials.rotation.certificateAuthorities.phase or ' +
      ".status.credentials.rotation.serviceAccountKey.phase must be in 'WaitingForWorkersRollout' in order to trigger workers rollout"
    errors.push(forbidden('rollout-nothing-waits', path, text))
  }
  if (names.includes('')) {
    const what = ofRotation ? 'at least one pool name' : "either '*' or at least one pool name"
    const text = `must provide ${what} via ${prefix}=<poolName1>[,<poolName2>,...]`
    errors.push(error('rollout-without-pools', 'FieldValueRequired', path, text))
  }
  if (!ofRotation && names.includes('*')) {
    errors.push(forbidden('rollout-star-and-names', path, "if '*' is provided, no other pool names are allowed"))
  }
  names.forEach((name, i) => {
    const pool = pools.find((one) => one.name === name)
    if (names.indexOf(name) < i) {
      const printed = quote(`pool name ${name} was specified multiple times`)
      errors.push(error('rollout-pool-twice', 'FieldValueDuplicate', path, '', name, printed))
    }
    if (pool === undefined) {
      const text = `worker pool name ${name} does not exist in .spec.provider.workers[]`
      errors.push(error('rollout-pool-unknown', 'FieldValueInvalid', path, text, name, quote(name)))
    } else if (!ofRotation && pool.isInPlace) {
      const text = `worker pool ${name} is using in-place update strategy; manual worker pool rollout is not supported for such pools`
      errors.push(error('rollout-in-place-pool', 'FieldValueInvalid', path, text, name, quote(name)))
    }
  })
  return errors
}

/** A rotation of all credentials now excludes a part of it in maintenance, and the other way round. */
function conflictErrors(now: readonly string[], later: readonly string[]): OperationError[] {
  const partsOf = (operation: string, others: readonly string[]): string => {
    const parts = PARTS.find(([whole]) => whole.test(operation))?.[1]
    return parts === undefined ? '' : [...new Set(others.filter((other) => parts.test(other)))].sort().join(', ')
  }
  const refuse = (operation: string, maintenance: string, whole: string): OperationError => {
    const text = `operation '${operation}' is not permitted when maintenance operation is '${maintenance}'`
    return forbidden('operation-conflict', AT, text, whole)
  }
  const ofLater = later.flatMap((whole) => {
    const parts = partsOf(whole, now)
    return parts === '' ? [] : [refuse(parts, whole, whole)]
  })
  const ofNow = now.flatMap((whole) => {
    const parts = partsOf(whole, later)
    return parts === '' ? [] : [refuse(whole, parts, whole)]
  })
  return [...ofLater, ...ofNow]
}

function forbidden(rule: OperationRule, field: string, text: string, about?: string): OperationError {
  return error(rule, 'FieldValueForbidden', field, text, about)
}

function error(
  rule: OperationRule,
  type: RefusalType,
  field: string,
  text: string,
  about?: string,
  printed?: string,
): OperationError {
  return { rule, type, field, text, ...(about !== undefined && { about }), ...(printed !== undefined && { printed }) }
}

/**
 * Whether gardenlet says that automatic rotations are possible: not where that of the etcd encryption key is overdue and the next
 * window may find the shoot asleep (docs/rules.md#hibernation).
 */
export function canRotateInNextWindow(shoot: Shoot, now: Instant): boolean {
  return !isRotationDue(shoot.autoRotation?.etcdEncryptionKey, shoot, now) || !isAsleepInNextWindow(shoot, now)
}

/**
 * The automatic rotation of the etcd encryption key alone, where it cannot begin once it is due, and the maintenance fails or is refused
 * for it, as long as the shoot stays as it is: while it wakes up, while encryption is changed, while a rotation goes on. Undefined: it
 * has none, or it can begin. Other rotations never stand in the way.
 */
export function blockedRotation(shoot: Shoot): Shoot['autoRotation'] {
  const plan = shoot.autoRotation?.etcdEncryptionKey
  if (plan === undefined || plan.rotationPeriod === 0) return undefined
  const phase = plan.phase ?? ''
  const mayBlock =
    isInHibernation(shoot) ||
    shoot.encryptionChanges === true ||
    (phase !== '' && phase !== 'Completed') ||
    !isReadyForRotation(shoot.lastOperation)
  if (!mayBlock) return undefined
  const only = { etcdEncryptionKey: plan }
  const [due] = dueRotations({ ...shoot, autoRotation: only }, Number.POSITIVE_INFINITY)
  if (due === undefined) return undefined
  const { annotations } = annotationsWithOperations({ ...shoot, annotations: {} }, [due])
  const isRefused =
    maintenanceOperationErrors(shoot, { [OPERATION]: annotations[OPERATION] ?? '' }, shoot.kubernetesVersion).length > 0
  return !due.started || isRefused ? only : undefined
}
