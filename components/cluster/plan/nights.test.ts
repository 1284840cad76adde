import { expect, test } from 'vitest'
import type { NightsAnswer } from '@/lib/contract/plan'
import { nightName, nightsUntilText, nightWords, suggestedNights } from '@/lib/words/plan'
import { windowFrom } from '../../outlook/testdata/answers'

type Night = NightsAnswer['nights'][number]

function night(day: number, more: Partial<Night> = {}): Night {
  return {
    window: windowFrom(`2026-11-${day}T21:00:00Z`),
    isWeekend: [21, 22, 28, 29].includes(day),
    isFrozen: false,
    own: null,
    others: { clusters: 0, names: [], nodes: 0 },
    isQuiet: true,
    ...more,
  }
}

test.each<[Partial<Night>, string]>([
  [{}, '22:00–23:00 +01:00, nothing else happens.'],
  [{ isFrozen: true, isQuiet: false }, 'A day of a freeze.'],
  [
    { others: { clusters: 3, names: ['api', 'web'], nodes: 12 }, isQuiet: false },
    'Also busy: api, web and 1 more, up to 12 nodes roll.',
  ],
])('a night with %j reads %s', (more, text) => {
  expect(nightWords(night(24, more))).toBe(text)
})

test.each([
  [null, null, 'the next two months'],
  ['2026-12-15T21:00:00Z', 'forced', 'until the first that is forced, 15 Dec 2026'],
  ['2026-11-26T21:00:00Z', 'fails', 'until the first that fails, 26 Nov 2026'],
  ['2026-11-24T21:00:00Z', 'forced', 'until the first that is forced, 24 Nov 2026'],
  ['2026-11-23T21:00:00Z', 'forced', 'the next 2 nights; the first that is forced is that of 23 Nov 2026'],
] as const)('nights until %s, which is %s, are %s', (forced, kind, text) => {
  expect(nightsUntilText({ forced, kind, nights: [night(23), night(24)] } as unknown as NightsAnswer)).toBe(text)
})

test('suggested are the first quiet nights, and one of a weekend', () => {
  const nights = [night(23, { isQuiet: false }), night(24), night(25), night(26), night(28), night(29)]
  expect(suggestedNights(nights).map(nightName)).toEqual(['Tue 24 Nov', 'Wed 25 Nov', 'Sat 28 Nov'])
  expect(suggestedNights([])).toEqual([])
})
