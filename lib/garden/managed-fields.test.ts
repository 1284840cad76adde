import { expect, test } from 'vitest'
import { lastWriteOf, onlyLastWrite } from './parse'

const entry = (manager: string, time: string, more = {}) => ({ manager, time, operation: 'Update', ...more })
const at = Date.parse('2026-11-03T10:00:00Z')

test.each([
  ['nothing is told', undefined, undefined],
  ['no list', { manager: 'kubectl' }, undefined],
  ['no entry', [], undefined],
  ['one entry', [entry('kubectl-edit', '2026-11-03T10:00:00Z')], { manager: 'kubectl-edit', at }],
  [
    'the latest entry, wherever it stands',
    [entry('b', '2026-11-03T10:00:00Z'), entry('a', '2026-11-02T10:00:00Z')],
    { manager: 'b', at },
  ],
  [
    'of the same second the one that stands last',
    [entry('a', '2026-11-03T10:00:00Z'), entry('b', '2026-11-03T10:00:00Z')],
    { manager: 'b', at },
  ],
  [
    'what a controller says about its state is no write',
    [entry('kubectl', '2026-11-03T10:00:00Z'), entry('gcm', '2026-11-04T10:00:00Z', { subresource: 'status' })],
    { manager: 'kubectl', at },
  ],
  [
    'what cannot be read is passed over',
    [null, 3, entry('a', 'yesterday'), { time: '2026-11-03T10:00:00Z' }],
    undefined,
  ],
])('who wrote it last: %s', (_, managedFields, written) => {
  expect(lastWriteOf(managedFields)).toEqual(written)
  expect(lastWriteOf(onlyLastWrite(managedFields))).toEqual(written)
})
