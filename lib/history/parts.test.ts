import { expect, it, test } from 'vitest'
import { withEveryField } from '@/lib/garden/every-field.test.support'
import { composed, PROBLEMS, partsOf, versionOf } from './parts'

it('every field of a shoot is in one of its parts, in the order in which it was always recorded', () => {
  const [spec, health, maintenance, version] = partsOf('Shoot', withEveryField())
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
  expect(composed(ref, partsOf('Shoot', shoot), versionOf('Shoot', shoot))).toStrictEqual(shoot)
})

test('problems that were recorded as texts are told as they were', () => {
  const place = { source: 'a.yaml', line: 3, object: 'Shoot garden-a/one' }
  const kept = [
    { ...place, reason: 'spec.region: must be text', more: 'What was read before still counts.' },
    { ...place, path: 'spec.region', fault: { code: 'no-text' } },
  ]
  expect(composed(PROBLEMS, [kept], null)).toEqual([
    {
      ...place,
      path: '',
      fault: { code: 'said', text: 'spec.region: must be text. What was read before still counts.' },
    },
    kept[1],
  ])
})
