import { describe, expect, test } from 'vitest'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { policyText, reasonsText, stepState } from './guides'

const usual = {
  file: null,
  inForce: null,
  expiration: 120,
  maintained: 3,
  expirationUnmaintained: 30,
  problem: null,
} as const

describe('whose values an automation has', () => {
  const told = (more: Partial<Pick<ScenarioAnswer, 'scenario' | 'way' | 'image'>>, policy: object = {}) =>
    policyText({ scenario: 'minor', way: 'maintenance', image: null, ...more, policy: { ...usual, ...policy } })
  const file = { file: '/etc/almanac/policy.yaml' }

  test.each<[string, string | null, string | null]>([
    [
      'the usual ones without a file',
      told({}),
      'Usual values: 120 days to expiry, 3 maintained minors, 30 days for the others.',
    ],
    ['Version Management has one duration', told({ way: 'management' }), 'Usual values: 120 days to expiry.'],
    [
      'those of the file',
      told({}, { ...file, inForce: 'maintenance', maintained: 1, expirationUnmaintained: 0.5 }),
      'As policy.yaml has it: 120 days to expiry, 1 maintained minor, 12 hours for the others.',
    ],
    [
      'a file that has the other automation',
      told({ way: 'maintenance' }, { ...file, inForce: 'management', expiration: 1 }),
      'policy.yaml has Version Management here. What it does not say is as usual: 1 day to expiry, 3 maintained minors, 30 days for the others.',
    ],
    [
      'a file that leaves images alone',
      told({ way: 'management', image: 'os' }, file),
      'policy.yaml leaves image versions alone. Usual values: 120 days to expiry.',
    ],
    [
      'a file that is broken',
      told({ way: 'management' }, { ...file, problem: 'line 3: kind must be x' }),
      'policy.yaml is no policy (line 3: kind must be x). Usual values: 120 days to expiry.',
    ],
    [
      'by hand under a policy',
      told({ way: 'hand' }, { ...file, inForce: 'management' }),
      'policy.yaml has Version Management here: the steps say what it would undo.',
    ],
    ['by hand without one', told({ way: 'hand' }), null],
    ['nothing where no automation takes part', told({ scenario: 'remove', way: 'hand' }, { ...file }), null],
  ])('%s', (_, text, expected) => {
    expect(text).toBe(expected)
  })
})

test('reasons are counted, those that stay first', () => {
  expect(reasonsText([{ why: 'window' }, { why: 'deleting' }, { why: 'window' }, { why: 'noNextVersion' }])).toBe(
    '1 cluster is being deleted, 1 cluster has no next version, 2 clusters leave in time.',
  )
})

test.each([
  ['edits', [{ state: 'fails' }], 1],
  ['fails', [{ state: 'holds' }, { state: 'fails' }], 0],
  ['holds', [{ state: 'holds' }], 0],
  ['open', [{ state: 'holds' }, { state: 'beware' }], 0],
  ['open', [], 0],
] as const)('a step is marked: %s', (expected, states, edits) => {
  const checks = states.map(({ state }) => ({ state, what: '', found: '' }))
  expect(stepState({ checks, edits })).toBe(expected)
})
