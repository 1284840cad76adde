import { expect, test } from 'vitest'
import { packText } from '@/lib/browser/packed-text'
import { type PlannedEdit, plannedEdit } from '@/lib/contract/planned-edit'
import { type ClusterPlan, decodePlan, encodePlan, NO_PLAN } from './plan-address'

const edits: readonly PlannedEdit[] = [
  { field: 'spec.kubernetes.version', value: '1.33.7' },
  { pool: 'web-a', field: 'machine.image', value: { name: 'gardenlinux', version: '1877.9.0' } },
  { pool: 'web-a', field: 'maxSurge', value: '25%' },
  { pool: 'web-a', field: 'machineControllerManager.nodeConditions', value: ['DiskPressure'] },
  { pool: 'web-a', field: 'providerConfig', value: { volume: { iops: 3000 } } },
  { pool: 'web-a', field: 'kubernetes.kubelet.kubeReserved', value: { cpu: '100m' } },
  { pool: 'web-a', field: 'kubernetes.version', value: null },
]

test.each<ClusterPlan>([
  NO_PLAN,
  { edits, on: null },
  { edits, on: '2026-12-05T18:00:00Z' },
  { edits: [], on: '2026-12-05T18:00:00Z' },
])('a plan comes back as it was %#', async (plan) => {
  const packed = await encodePlan(plan)
  expect(await decodePlan(packed ?? null)).toEqual({ kind: 'ok', plan })
  expect(packed ?? '').toMatch(/^[\w-]*$/)
})

test.each<[string, string, string]>([
  ['a link that was cut', '1jcxL', 'The plan in this address cannot be read. Was the link copied completely?'],
  ['something else', await packText('{"a":1}'), 'The plan in this address has no changes.'],
  ['no JSON', await packText('x'), 'The plan in this address has no changes.'],
  [
    'a field that there is not',
    await packText('[[{"field":"spec.kubernetes.version","value":"1.33.7"},{"field":"spec.region","value":"x"}]]'),
    'Change 2 of the plan in this address is none that Almanac knows.',
  ],
  ['a day that is none', await packText('[[],"soon"]'), 'The day of the plan in this address cannot be read.'],
  [
    'too many',
    await packText(JSON.stringify([Array(61).fill(edits[0])])),
    'The plan in this address has 61 changes; 60 are read at most.',
  ],
])('%s is a problem that says so', async (_, text, reason) => {
  expect(await decodePlan(text)).toEqual({ kind: 'problem', reason })
})

/** So many levels of objects. */
function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) }
}

test('a plan that is nested very deeply is a problem', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const text = await packText(`[[{"pool":"a","field":"providerConfig","value":{"a":${deep}}}]]`)
  expect(await decodePlan(text)).toMatchObject({ kind: 'problem', reason: expect.stringMatching(/^Change 1 /) })
})

test.each<[string, unknown]>([
  ['a field that there is not', { field: 'spec.region', value: 'x' }],
  ['a field of pools without a pool', { field: 'maxSurge', value: 1 }],
  ['a field of a pool without a name', { pool: '', field: 'maxSurge', value: 1 }],
  ['a pool with a field of the shoot', { pool: 'web', field: 'spec.kubernetes.version', value: '1.33.7' }],
  ['no value', { pool: 'web', field: 'maxSurge' }],
  ['a value of another kind', { pool: 'web', field: 'maxSurge', value: true }],
  ['a share that is none', { pool: 'web', field: 'maxSurge', value: 'x%' }],
  ['less than nothing', { pool: 'web', field: 'maxSurge', value: -1 }],
  ['more than is asked for', { pool: 'web', field: 'maxSurge', value: 1, more: 1 }],
  ['an inherited name', { field: 'toString', value: 'x' }],
  ['a text that is too long', { field: 'spec.kubernetes.version', value: '1'.repeat(300) }],
  ['more than one line', { field: 'spec.kubernetes.version', value: '\n' }],
  ['half a character', { field: 'spec.kubernetes.version', value: '\ud800' }],
  ['half an image', { pool: 'web', field: 'machine.image', value: { name: 'linux' } }],
  ['an amount that is not reserved', { pool: 'web', field: 'kubernetes.kubelet.kubeReserved', value: { gpu: '1' } }],
  ['a duration that is none', { pool: 'web', field: 'machineControllerManager.machineDrainTimeout', value: '2 h' }],
  ['an object that is too long', { pool: 'web', field: 'providerConfig', value: { a: 'x'.repeat(5000) } }],
  ['an object that is too deep', { pool: 'web', field: 'providerConfig', value: nested(21) }],
])('%s is no edit', (_, value) => {
  expect(plannedEdit.safeParse(value).success).toBe(false)
})

test('an object may be so deep', () => {
  expect(plannedEdit.safeParse({ pool: 'web', field: 'providerConfig', value: nested(20) }).success).toBe(true)
})
