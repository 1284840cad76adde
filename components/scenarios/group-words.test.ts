import { expect, test } from 'vitest'
import { afterText, beforeText, largest, nodesText } from './group-words'

const NOW = '2026-11-21T18:00:00Z'
const side = (kind: 'auto' | 'forced' | 'fails', begins: string, to: string | null) => ({
  kind,
  begins,
  to,
  cause: null,
})

test.each([
  ['a date', side('forced', '2027-06-30T20:00:00Z', '1.34.3'), 'forced 30 Jun 2027 → 1.34.3'],
  ['tonight', side('auto', '2026-11-21T20:00:00Z', '1.33.7'), 'auto tonight → 1.33.7'],
  ['a failure', side('fails', '2026-12-24T20:00:00Z', null), 'fails from 24 Dec'],
  ['nothing of this part', null, 'not within a year'],
])('what was ahead: %s', (_, before, expected) => {
  expect(beforeText({ change: 'forced', before }, 'UTC', NOW)).toBe(expected)
})

test.each([
  ['a forced update that is gone', 'later', side('forced', NOW, '1.33.7'), null, 'no longer forced'],
  ['a failure that is gone', 'freed', side('fails', NOW, null), null, 'no longer fails'],
  ['another target', 'target', side('auto', NOW, '1.33.7'), side('auto', NOW, '1.33.8'), 'auto tonight → 1.33.8'],
  [
    'only later ones differ',
    'target',
    side('fails', NOW, null),
    side('fails', NOW, null),
    'fails from tonight, others later',
  ],
] as const)('what is ahead with the draft: %s', (_, change, before, after, expected) => {
  expect(afterText({ change, before, after }, 'UTC', NOW)).toBe(expected)
})

test.each([
  ['131 roll', side('forced', NOW, '1.2.3'), 'rolling'],
  ['131 in place', side('forced', NOW, '1.2.3'), 'inPlace'],
  ['kubelet only', side('forced', NOW, '1.2.3'), 'kubeletRestart'],
  ['none', side('forced', NOW, '1.2.3'), 'none'],
  ['131 roll', side('fails', NOW, null), 'rolling'],
  ['none', side('fails', NOW, null), 'none'],
  ['none', null, 'none'],
] as const)('nodes: %s', (expected, after, effect) => {
  expect(nodesText({ after, effect, nodes: { min: 9, max: 131 } })).toBe(expected)
})

test('of many groups those that will be stuck and the largest are shown, in their order', () => {
  const groups = [
    { change: 'stuck', clusters: 1 },
    { change: 'forced', clusters: 2 },
    { change: 'forced', clusters: 30 },
    { change: 'later', clusters: 9 },
  ] as const
  expect(largest(groups, 3)).toEqual([groups[0], groups[2], groups[3]])
  expect(largest(groups, 9)).toEqual(groups)
})
