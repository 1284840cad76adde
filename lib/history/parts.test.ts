import { expect, it } from 'vitest'
import { withEveryField } from '@/lib/garden/testdata/every-field'
import { composed, objectParts, versionOfObject } from './parts'

it('every field of a shoot is in one of its parts, in the order in which it was always recorded', () => {
  const [spec, health, maintenance, version] = objectParts('Shoot', withEveryField())
  expect(Object.keys(spec as object)).toEqual([
    ...['profile', 'creationTimestamp', 'annotations', 'kubernetesVersion', 'writtenVersion', 'workers', 'autoUpdate'],
    ...['window', 'confineSpecUpdateRollout', 'hibernated', 'hibernationSchedules', 'invalidSchedules', 'purpose'],
    ...['region', 'versionBound', 'droppedOnWrite', 'autoRotation', 'sshAccess'],
  ])
  expect(Object.keys(health as object)).toEqual([
    ...['deletionTimestamp', 'lastOperation', 'lastErrors', 'conditions', 'pendingWorkerUpdates'],
    ...['manualInPlaceWorkersUpdated', 'reportedConstraints', 'gardenerVersion', 'pendingLists', 'rotationPhases'],
    ...['rotationTimes', 'alwaysDiffers', 'awaitsReconciliation', 'asleep', 'encryptionChanges'],
  ])
  expect(Object.keys(maintenance as object)).toEqual(['lastMaintenance'])
  expect(version).toBeNull()
})

it('a shoot is again what it was when it is put together of its parts', () => {
  const shoot = withEveryField()
  const ref = { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name } as const
  expect(composed(ref, objectParts('Shoot', shoot), versionOfObject('Shoot', shoot))).toStrictEqual(shoot)
})
