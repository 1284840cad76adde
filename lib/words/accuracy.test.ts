import { describe, expect, it } from 'vitest'
import { questionIn } from '@/components/accuracy/question'
import type { DeviationBody } from '@/lib/contract/record'
import {
  forecastText,
  happenedText,
  rangeText,
  restText,
  shareText,
  unknownForecastsText,
  weekCountText,
} from './accuracy'

const now = '2026-11-21T18:00:00Z'
const forced = {
  kind: 'forced',
  at: '2026-11-20T21:00:00Z',
  moves: [
    { component: 'poolImage', pool: 'a', image: 'gardenlinux', from: '1877.4.0', to: '1877.9.0' },
    { component: 'poolImage', pool: 'b', image: 'gardenlinux', from: '1877.4.0', to: '1877.9.0' },
  ],
  denied: false,
} as const
const deviation: DeviationBody = {
  namespace: 'garden-media',
  name: 'catalog-dev',
  project: 'media',
  profile: 'gcp',
  at: '2026-11-20T21:45:00Z',
  reason: 'profile-edited',
  turned: '2026-11-17T10:29:38Z',
  facts: [
    {
      image: 'gardenlinux',
      version: '1877.4.0',
      fact: { kind: 'expiry', from: '2026-11-20T12:00:00Z', to: '2026-11-30T12:00:00Z' },
    },
  ],
  made: '2026-11-13T00:00:00Z',
  said: { ...forced, moves: [...forced.moves] },
  ran: null,
}

it('says a range of days, and one day as that day', () => {
  expect(rangeText('2026-11-02T08:00:00Z', now, 'UTC')).toBe('2 Nov – 21 Nov')
  expect(rangeText('2026-11-21T08:00:00Z', now, 'UTC')).toBe('21 Nov')
})

describe('a deviation', () => {
  it('says what was forecast, parts that make the same step once', () => {
    expect(forecastText(deviation, 'UTC', now)).toBe('gardenlinux 1877.4.0 → 1877.9.0 forced, Fri 20 Nov 21:00')
    expect(forecastText({ ...deviation, said: null }, 'UTC', now)).toBe('nothing for this window')
  })

  it('says what came in between and what ran', () => {
    expect(happenedText(deviation, 'UTC', now)).toBe(
      'the expiry of gardenlinux 1877.4.0 was moved to 30 Nov, 10 days later, Tue 17 Nov 10:29; nothing was due then',
    )
    expect(happenedText({ ...deviation, facts: [], turned: null, reason: 'almanac-wrong' }, 'UTC', now)).toBe(
      'nothing ran',
    )
    const fails = { component: 'controlPlane', pool: null, image: null, from: '1.31.14', to: null } as const
    const ran = { kind: 'fails', at: '2026-11-09T21:12:00Z', moves: [fails], denied: false } as const
    const facts: DeviationBody['facts'] = [{ image: null, version: '1.32.13', fact: { kind: 'removed' } }]
    expect(happenedText({ ...deviation, facts, ran: { ...ran, moves: [fails] } }, 'UTC', now)).toBe(
      'Kubernetes 1.32.13 was removed from the profile, Tue 17 Nov 10:29; 1.31.14 has no version to move to, Mon 9 Nov 21:12',
    )
  })
})

describe('the figures', () => {
  const reasons = {
    'owner-acted': 0,
    'profile-edited': 0,
    'window-moved': 0,
    'gardener-failed': 0,
    'almanac-wrong': 0,
  }

  it('say whose error the others were', () => {
    expect(restText({ total: 3, asForecast: 3, reasons })).toBe('')
    expect(restText({ total: 3, asForecast: 2, reasons: { ...reasons, 'owner-acted': 1 } })).toBe(
      'The other one was not Almanac’s error.',
    )
    expect(restText({ total: 3, asForecast: 1, reasons: { ...reasons, 'owner-acted': 2 } })).toBe(
      'Of the other 2, none was Almanac’s error.',
    )
    expect(restText({ total: 3, asForecast: 1, reasons: { ...reasons, 'almanac-wrong': 2 } })).toBe(
      'Of the other 2, 2 were Almanac’s error.',
    )
  })

  it('never tell almost all as all', () => {
    expect(shareText(19_999, 20_000)).toBe('99.9 %')
    expect(shareText(3, 3)).toBe('100.0 %')
    expect(shareText(0, 0)).toBe('–')
  })
})

it('an address that says something else asks for what is usual', () => {
  expect(questionIn(new URLSearchParams('before=8&days=30&reason=none&profile='))).toEqual({
    before: '7',
    days: '30',
    profile: undefined,
    reason: undefined,
  })
})

describe('below the chart of weeks', () => {
  const gap = { from: '2026-11-02T00:00:00Z', until: '2026-11-04T00:00:00Z' }
  const open = { from: '2026-11-19T00:00:00Z', until: null }
  const unknown = 'Before 5 Oct no forecast of 7 days before is known, as nothing was recorded then. '
  const left = 'of these days can be compared with nothing and are left out.'

  it.each<[string | null, readonly (typeof gap | typeof open)[], number, string]>([
    ['2026-10-05T00:00:00Z', [], 0, unknown],
    [null, [gap], 1, `2 Nov – 4 Nov: not recorded. 1 maintenance ${left}`],
    [
      '2026-10-05T00:00:00Z',
      [gap, open],
      12,
      `${unknown}2 Nov – 4 Nov, 19 Nov – 21 Nov: not recorded. 12 maintenances ${left}`,
    ],
  ])('known from %s, not recorded %j', (knownFrom, gaps, unrecorded, text) => {
    const answer = { gaps: [...gaps], unrecorded, at: now, to: now }
    expect(unknownForecastsText(answer, { knownFrom, before: '7' }, 'UTC')).toBe(text)
  })

  it('tells a week in words', () => {
    expect(weekCountText('5 Oct', 3)).toBe('week of 5 Oct: 3')
    expect(weekCountText('5 Oct', null)).toBe('week of 5 Oct: not known')
  })
})
