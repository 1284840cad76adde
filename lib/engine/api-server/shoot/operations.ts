import { etcdRotationPhase, flagAt, type ShootView, textAt, textsAt } from '@/lib/engine/api-server/manifest'
import { areSameResources, KNOWN, operationErrors } from '@/lib/engine/rules'
import { operationSentence } from './operation-refusals'
import { type Found, ofError } from './refusal'

/** What the validation refuses of the operations that a shoot's annotations ask for, in sentences of ours. */
export function refuseOperations(shoot: ShootView): readonly Found[] {
  const { operations, maintenanceOperations, version, lastOperation, pendingInPlace } = shoot
  if (operations.length === 0 && maintenanceOperations.length === 0) return []
  const errors = operationErrors({
    now: operations,
    later: maintenanceOperations,
    kubernetes: version,
    isInHibernation: isInHibernation(shoot),
    changesEncryption: changesEncryption(shoot),
    lastOperation,
    phaseOf: (kind) => (kind === 'etcdEncryptionKey' ? etcdRotationPhase(shoot) : shoot.rotations[kind].phase),
    pendingLists: [
      ...(pendingInPlace.auto.length === 0 ? [] : ['autoInPlaceUpdate']),
      ...(pendingInPlace.manual.length === 0 ? [] : ['manualInPlaceUpdate']),
    ],
    pools: shoot.pools.map(({ name, inPlace }) => ({ name, isInPlace: inPlace })),
    isDeleting: textAt(shoot.manifest, 'metadata', 'deletionTimestamp') !== undefined,
  })
  return errors.map((error) => ({
    ...ofError(error, error.rule === 'operation-unknown' ? KNOWN : undefined),
    text: operationSentence(error, shoot.pendingInPlace),
  }))
}

/** Asleep, or about to fall asleep or to wake up. */
function isInHibernation({ manifest }: ShootView): boolean {
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
