import { expect, test } from 'vitest'
import { doneChanges, doneOn } from './last-maintenance'

const FORCED = 'Kubernetes version expired - force update required'

test.each([
  [
    'one update of the control plane',
    `All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.32.9". Reason: ${FORCED}`,
    ['controlPlane null 1.32.8 1.32.9'],
  ],
  [
    'several parts, and what is no version is left out',
    `(2/3) maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.33.7". Reason: ${FORCED}, Worker pool "a, b": Updated machine image "gardenlinux" from "1.0.0" to "2.0.0". Reason: Automatic update of the machine image version is configured (image update strategy: major), Worker pool "c": machine image version maintenance failed. Reason for update: x, Added "rotate;b" operation annotation`,
    ['controlPlane null 1.32.8 1.33.7', 'poolImage a, b 1.0.0 2.0.0'],
  ],
  [
    'a pool with a version of its own',
    `All maintenance operations successful. Worker pool "p": Updated Kubernetes version from "1.31.1" to "1.32.2". Reason: ${FORCED}`,
    ['poolKubernetes p 1.31.1 1.32.2'],
  ],
  ['a failure', 'Maintenance failed', []],
  ['nothing to do', 'Maintenance succeeded', []],
])('%s', (_, description, expected) => {
  expect(doneChanges(description).map((c) => `${c.component} ${c.pool} ${c.from} ${c.to}`)).toEqual(expected)
})

test('a pool that follows the control plane was changed with it', () => {
  const changes = doneChanges(
    `All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.32.9". Reason: ${FORCED}`,
  )
  const lane = {
    id: 'pool/a/kubernetes',
    pool: 'a',
    what: 'Kubernetes',
    segments: [{ version: '1.32.9', stage: 'supported' as const, from: null, to: null }],
    stuckFrom: null,
  }
  expect(doneOn(lane, { at: 5, changes })).toEqual({ at: 5, text: 'from 1.32.8 to 1.32.9' })
  expect(doneOn({ ...lane, id: 'pool/a/image', what: 'gardenlinux' }, { at: 5, changes })).toBeUndefined()
})
