import { expect, test } from 'vitest'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { groupWords, unchangedText } from './words'

const group = { change: 'forced', clusters: 1076, from: '2027-03-22T20:00:00Z', to: '2027-03-23T20:00:00Z' } as const
const effectOf = (clusters: number, changed: number) => ({ figures: { clusters, changed } }) as WhatIfAnswer

test.each<[Parameters<typeof groupWords>[0], string]>([
  [{ group, move: null, effect: null }, '1,076 newly forced: 22 Mar 2027 to 23 Mar 2027'],
  [
    { group, move: { from: '1.34.3', to: '1.34.4', instead: null }, effect: 'kubeletRestart' },
    '1,076 newly forced: 22 Mar 2027 to 23 Mar 2027, 1.34.3 → 1.34.4, only kubelets restart',
  ],
  [
    {
      group: { ...group, change: 'target', to: group.from },
      move: { from: '1.33.7', to: '1.34.4', instead: '1.34.3' },
      effect: 'rolling',
    },
    '1,076 other target: on 22 Mar 2027, 1.34.4 instead of 1.34.3, nodes roll',
  ],
])('a group says what is the same of all its clusters: %o', (told, text) => {
  const { title, rest } = groupWords(told, 'UTC')
  expect(`${title}: ${rest}`).toBe(text)
})

test.each<[number, number, [string, number][], string]>([
  [
    356,
    348,
    [
      ['1.35.0', 6],
      ['1.34.4', 2],
    ],
    '8 of the 356 clusters do not change: 6 on 1.35.0 and 2 on 1.34.4.',
  ],
  [2, 1, [['1.35.0', 1]], '1 of the 2 clusters does not change: 1 on 1.35.0.'],
  [
    30,
    0,
    [
      ['a', 9],
      ['b', 8],
      ['c', 5],
      ['d', 3],
      ['e', 2],
      ['f', 2],
      ['g', 1],
    ],
    '30 of the 30 clusters do not change: 9 on a, 8 on b, 5 on c, 3 on d, 2 on e and 3 on others.',
  ],
  [5, 5, [], ''],
])('%i clusters of which %i change', (clusters, changed, versions, text) => {
  const unchanged = versions.map(([version, count]) => ({ version, clusters: count }))
  expect(unchangedText({ effect: effectOf(clusters, changed), unchanged })).toBe(text)
})
