import type { Instant, Shoot } from '@/lib/engine/types'
import { isAsleepInNextWindow, isInHibernation } from './hibernation'
import { isReadyForRotation } from './operation-names'
import { dueRotations, isRotationDue, OPERATION, withOperations } from './operations'
import { maintenanceOperationErrors } from './operations-check'

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
  const { annotations } = withOperations({ ...shoot, annotations: {} }, [due])
  const isRefused =
    maintenanceOperationErrors(shoot, { [OPERATION]: annotations[OPERATION] ?? '' }, shoot.kubernetesVersion).length > 0
  return !due.started || isRefused ? only : undefined
}
