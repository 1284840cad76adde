import { expect, test } from 'vitest'
import { packText } from '@/lib/browser/packed-text'
import { planQuery } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { isEdit } from '@/lib/engine/edits/shoot'
import { decodePlan, encodePlan, NO_PLAN, type Plan } from './plan'

const edits: readonly PlannedEdit[] = [
  { field: 'spec.kubernetes.version', value: '1.33.7' },
  { pool: 'web-a', field: 'machine.image', value: { name: 'gardenlinux', version: '1877.9.0' } },
  { pool: 'web-a', field: 'maxSurge', value: '25%' },
  { pool: 'web-a', field: 'machineControllerManager.nodeConditions', value: ['DiskPressure'] },
  { pool: 'web-a', field: 'providerConfig', value: { volume: { iops: 3000 } } },
  { pool: 'web-a', field: 'kubernetes.kubelet.kubeReserved', value: { cpu: '100m' } },
  { pool: 'web-a', field: 'kubernetes.version', value: null },
]

test.each<Plan>([
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

test.each<unknown>([
  ...edits,
  { field: 'spec.region', value: 'x' },
  { field: 'maxSurge', value: 1 },
  { pool: 'a', field: 'maxSurge', value: 'x%' },
  { pool: 'a', field: 'maxSurge', value: -1 },
  { pool: 'a', field: 'machine.image', value: { name: 'a' } },
  { pool: 'a', field: 'providerConfig', value: { a: 'x'.repeat(5000) } },
  { pool: '', field: 'maxSurge', value: 1 },
  { pool: 'a', field: 'volume.encrypted', value: true },
  { pool: 'a', field: 'volume.encrypted' },
  { field: 'spec.kubernetes.version', value: '\n' },
  { field: 'spec.kubernetes.version', value: '\ud800' },
  { pool: 'a', field: 'providerConfig', value: nested(20) },
  { pool: 'a', field: 'providerConfig', value: nested(21) },
])('browser and server agree on what an edit is: %j', (edit) => {
  expect(isEdit(edit)).toBe(planQuery.safeParse({ edits: [edit] }).success)
})
