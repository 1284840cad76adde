import { expect, test } from 'vitest'
import { fieldsAt } from '@/lib/engine/api-server'
import { FIELD_KINDS, FIELD_MEANINGS } from './fields'

test('every field that a profile may have has a meaning', () => {
  const fields = [...fieldsAt('CloudProfile', ['spec']), ...fieldsAt('NamespacedCloudProfile', ['spec'])]
  expect(fields.length).toBeGreaterThan(100)
  expect(fields.filter((field) => FIELD_MEANINGS[field.name] === undefined).map(({ name }) => name)).toEqual([])
  expect(fields.map(({ kind }) => FIELD_KINDS[kind])).not.toContain('')
})

test.each<[readonly string[], readonly string[]]>([
  [
    ['spec', 'kubernetes', 'versions', '1.34.1'],
    ['version', 'expirationDate', 'classification', 'lifecycle', 'lifecycle[].classification', 'lifecycle[].startTime'],
  ],
  [['spec', 'limits'], ['maxNodesTotal']],
  [['spec', 'providerConfig', 'x'], []],
  [['spec', 'unheard'], []],
])('the fields of %j', (entry, wanted) => {
  expect(fieldsAt('CloudProfile', entry).map(({ path }) => path)).toEqual(wanted)
})
