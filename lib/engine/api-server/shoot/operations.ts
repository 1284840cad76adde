import {
  flagAt,
  isBelow134,
  MAINTENANCE_OPERATION,
  OPERATION,
  type ShootView,
  textAt,
  textsAt,
} from '@/lib/engine/manifest'
import {
  areSameResources,
  ETCD_STEPS,
  INCOMPATIBLE,
  isRollout,
  KNOWN,
  NEEDS_NODES,
  PARALLEL,
  PARTS,
  WHILE_ENCRYPTION_IS_STABLE,
} from '@/lib/engine/rules'
import { refuseNow } from './operation-state'
import { type Found, forbidden, notSupported } from './refusal'

/**
 * What the validation refuses of the operations that a shoot's annotations ask for (docs/rules.md#credentials-operations):
 * unknown ones, ones that must be alone, and ones that the shoot's state does not allow now.
 */
export function refuseOperations(shoot: ShootView): readonly Found[] {
  const { operations, maintenanceOperations } = shoot
  const lists = [
    [operations, AT, maintenanceOperations],
    [maintenanceOperations, MAINTENANCE_AT, operations],
  ] as const
  for (const [list, field] of lists) {
    const found = list.map((operation) => refuseName(operation, list, field)).find((refusal) => refusal !== null)
    if (found) return [found]
  }
  const twice = operations.some((operation) => maintenanceOperations.includes(operation))
  const deleting = textAt(shoot.manifest, 'metadata', 'deletionTimestamp') !== undefined
  return [
    ...(twice
      ? [forbidden('metadata.annotations', 'operation-twice', 'An operation is asked for now and in maintenance.')]
      : []),
    ...lists.flatMap(([list, field]) => list.flatMap((operation) => refuseCombination(operation, list, shoot, field))),
    ...refuseConflicts(operations, maintenanceOperations),
    ...operations.flatMap((operation) => refuseNow(operation, shoot, AT)),
    ...(deleting ? [] : maintenanceOperations.flatMap((operation) => refuseNow(operation, shoot, MAINTENANCE_AT))),
  ]
}

const AT = `metadata.annotations[${OPERATION}]`
const MAINTENANCE_AT = `metadata.annotations[${MAINTENANCE_OPERATION}]`

function refuseName(operation: string, all: readonly string[], field: string): Found | null {
  if (isRollout(operation)) return null
  if (!KNOWN.includes(operation)) {
    const detail = `"${operation}" is no operation.`
    return notSupported(field, 'operation-unknown', detail, { value: operation, supported: KNOWN })
  }
  if (all.length === 1 || PARALLEL.includes(operation)) return null
  return forbidden(field, 'operation-not-alone', `The operation ${operation} must be the only one.`, {
    value: operation,
  })
}

function refuseCombination(
  operation: string,
  all: readonly string[],
  shoot: ShootView,
  field: string,
): readonly Found[] {
  const found: Found[] = []
  const value = { value: operation }
  if (ETCD_STEPS.includes(operation) && !isBelow134(shoot.version)) {
    const detail = `From 1.34 on ${operation} is part of rotate-etcd-encryption-key.`
    found.push(forbidden(AT, 'operation-replaced', detail, value))
  }
  const others = INCOMPATIBLE[operation] ?? []
  if (others.some((other) => all.includes(other))) {
    found.push(forbidden(field, 'operation-incompatible', `${operation} excludes ${others.join(', ')}.`, value))
  }
  if (isHibernated(shoot) && (isRollout(operation) || NEEDS_NODES.includes(operation))) {
    const detail = `${operation} needs a shoot that is awake.`
    found.push(forbidden(field, 'operation-hibernated', detail, value))
  }
  if (WHILE_ENCRYPTION_IS_STABLE.includes(operation) && changesEncryption(shoot)) {
    const detail = `${operation} must wait until the change of the encrypted resources is rolled out.`
    found.push(forbidden(field, 'operation-encryption-changes', detail, value))
  }
  return found
}

/** A rotation of all credentials now excludes one of its parts in maintenance, and the other way round. */
function refuseConflicts(operations: readonly string[], maintenance: readonly string[]): readonly Found[] {
  const conflicts = (wholes: readonly string[], others: readonly string[]): readonly Found[] =>
    wholes.flatMap((operation) => {
      const parts = PARTS.find(([whole]) => whole.test(operation))?.[1]
      if (parts === undefined || !others.some((other) => parts.test(other))) return []
      const detail = `${operation} cannot be combined with a part of it in maintenance.`
      return [forbidden(AT, 'operation-conflict', detail, { value: operation })]
    })
  return [...conflicts(maintenance, operations), ...conflicts(operations, maintenance)]
}

/** Asleep, or about to fall asleep or to wake up. */
function isHibernated({ manifest }: ShootView): boolean {
  return (
    flagAt(manifest, 'spec', 'hibernation', 'enabled') === true || flagAt(manifest, 'status', 'hibernated') === true
  )
}

/** Whether the resources that are to be encrypted are not those that are. */
export function changesEncryption({ manifest }: ShootView): boolean {
  const done = textsAt(manifest, 'status', 'credentials', 'encryptionAtRest', 'resources')
  const wanted = textsAt(manifest, 'spec', 'kubernetes', 'kubeAPIServer', 'encryptionConfig', 'resources')
  return !areSameResources(done, wanted)
}
