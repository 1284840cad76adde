import { expect, test } from 'vitest'
import type { GardenStatus } from '@/lib/contract/status'
import { readinessOf } from './health'

type Resource = GardenStatus['resources'][number]
const synced = { of: null, state: 'synced', message: null } as const
const shoots = (more: Partial<Resource>): Resource => ({ name: 'Shoots', read: 3, ...synced, ...more })
const garden = (state: GardenStatus['state'], resource: Resource, reason: string | null = null) => ({
  state,
  resources: [{ name: 'Projects', read: 1, ...synced }, resource],
  reason,
})

test.each<[string, ReturnType<typeof garden>, boolean, string[]]>([
  ['a garden that is followed is ready', garden('live', shoots({})), true, []],
  [
    'one that is being read is not',
    garden('reading', shoots({ state: 'reading', of: 9 })),
    false,
    ['Shoots (3 of 9): being read.'],
  ],
  [
    'the number of all need not be known',
    garden('reading', shoots({ state: 'waiting', read: 0 })),
    false,
    ['Shoots (0): not read yet.'],
  ],
  [
    'one that cannot be read says why',
    garden('failed', shoots({ state: 'waiting', read: 0, message: 'The API server cannot be reached' })),
    false,
    ['Shoots (0): The API server cannot be reached.'],
  ],
  [
    'a gap is told, and no obstacle',
    garden('live', shoots({ state: 'forbidden', read: 0, message: 'Almanac may not list shoots' })),
    true,
    ['Shoots: Almanac may not list shoots.'],
  ],
  [
    'what was read and is not followed can be shown',
    garden('stale', shoots({ state: 'stale' })),
    true,
    ['Shoots: not followed.'],
  ],
  ['a failure of the whole has its own reason', garden('failed', shoots({}), 'Gone.'), false, ['Gone.']],
])('%s', (_, state, isReady, missing) => {
  expect(readinessOf(state)).toEqual({ isReady, missing })
})
