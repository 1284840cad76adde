import { describe, expect, test } from 'vitest'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { editsEffectText, lifecycleProof, wayBackText } from './yaml'

const aws = { kind: 'CloudProfile', name: 'aws' } as const
const own = { kind: 'NamespacedCloudProfile', namespace: 'garden-billing', name: 'strict' } as const
const same = { profile: aws, versions: 37, other: 0, otherDefaults: null }

function answer(fields: object): WhatIfAnswer {
  return {
    profile: aws,
    at: '2026-11-21T18:00:00Z',
    days: 365,
    accepted: true,
    refusals: [],
    figures: { clusters: 356, changed: 0 },
    everyInstant: { dates: 24, profiles: [same] },
    ...fields,
  } as unknown as WhatIfAnswer
}

const lines = (fields: object) =>
  lifecycleProof(answer(fields), 'UTC').map(({ what, holds, told }) => `${holds ? 'yes' : 'no'}: ${what}: ${told}`)

describe('what was compared before it is said that nothing changes', () => {
  test('of a profile that nothing builds on', () => {
    expect(lines({})).toEqual([
      'yes: Stage of each version of aws, now and after each of 24 dates to come: 37 of 37 the same',
      'yes: Forecast of 356 clusters until 21 Nov 2027: 356 of 356 the same',
      'yes: What a new cluster or pool gets that names no version, now and after each of these dates: the same',
      'yes: The API server: would accept it',
    ])
  })

  test('names what differs', () => {
    const profiles = [
      { ...same, otherDefaults: '2027-03-03T00:00:00Z' },
      { profile: own, versions: 38, other: 1, otherDefaults: null },
    ]
    const refusals = [{ message: 'Forbidden: no' }]
    const figures = { clusters: 356, changed: 6 }
    expect(lines({ figures, refusals, accepted: false, everyInstant: { dates: 1, profiles } })).toEqual([
      'yes: Stage of each version of aws, now and after the one date to come: 37 of 37 the same',
      'no: The same in 1 profile of a project: 1 of 38 differs',
      'no: Forecast of 356 clusters until 21 Nov 2027: 6 of 356 differ',
      'no: What a new cluster or pool gets that names no version, now and after each of these dates: differs from 3 Mar 2027 on',
      'no: The API server: Forbidden: no',
    ])
  })
})

test.each([
  [35, 35, 'All 35 could be written back as dates.'],
  [33, 35, '33 of 35 could be written back as dates; the old form has no place for what the others say.'],
])('%i of %i can go back', (could, all, wanted) => {
  expect(wayBackText(could, all)).toBe(wanted)
})

const none = {
  stuck: 0,
  stuckSooner: 0,
  stuckLater: 0,
  freed: 0,
  forced: 0,
  earlier: 0,
  later: 0,
  unforced: 0,
  target: 0,
  auto: 0,
}

test.each([
  [[none], 'no cluster changes'],
  [[{ ...none, forced: 76, stuckLater: 2 }], '2 stuck later, 76 newly forced'],
  [
    [
      { ...none, forced: 7 },
      { ...none, forced: 9 },
    ],
    '9 newly forced',
  ],
])('what edits do: %#', (each, wanted) => {
  expect(editsEffectText(each)).toBe(wanted)
})
