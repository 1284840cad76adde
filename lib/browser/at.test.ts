import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { linkTo, momentIn, unreadableIn, withMoment } from './at'

test.each([
  ['an empty text runs', '', undefined, undefined],
  ['UTC', '2026-12-15T21:00:00Z', '2026-12-15T21:00:00Z', undefined],
  ['an offset becomes UTC', '2026-12-15T22:00:00+01:00', '2026-12-15T21:00:00Z', undefined],
  ['a plus that became a blank', '2026-12-15T22:00:00 01:00', '2026-12-15T21:00:00Z', undefined],
  ['without seconds', '2026-12-15T22:00+01:00', '2026-12-15T21:00:00Z', undefined],
  ['a word is unreadable', 'tomorrow', undefined, 'tomorrow'],
  ['no zone is unreadable', '2026-12-15T21:00:00', undefined, '2026-12-15T21:00:00'],
  ['no such day is unreadable', '2026-13-15T21:00:00Z', undefined, '2026-13-15T21:00:00Z'],
  ['a day that February has not is unreadable', '2026-02-30T21:00:00Z', undefined, '2026-02-30T21:00:00Z'],
  ['before 2000 is unreadable', '1999-12-31T23:59:59Z', undefined, '1999-12-31T23:59:59Z'],
])('%s', (_, text, at, unreadable) => {
  for (const name of ['at', 'seen'] as const) {
    const search = new URLSearchParams({ [name]: text })
    expect(momentIn(search)).toEqual({ at: undefined, seen: undefined, [name]: at })
    expect(unreadableIn(search)).toBe(unreadable)
  }
})

const AT = '2026-12-15T21:00:00Z'
const SEEN = '2026-11-03T10:00:00Z'

test.each([
  ['/', { at: AT }, '/?at=2026-12-15T21:00:00Z'],
  ['/shoots?within=7', { at: AT }, '/shoots?within=7&at=2026-12-15T21:00:00Z'],
  ['/shoots?within=7', { at: AT, seen: SEEN }, `/shoots?within=7&at=${AT}&seen=${SEEN}`],
  ['/shoots?seen=x', { seen: SEEN }, `/shoots?seen=${SEEN}`],
  ['/shoots?at=x&within=7&seen=y', {}, '/shoots?within=7'],
  ['/cloudprofiles/aws#k', { at: AT }, '/cloudprofiles/aws?at=2026-12-15T21:00:00Z#k'],
  ['https://gardener.cloud/', { at: AT }, 'https://gardener.cloud/'],
])('%s with %j is %s', (href, moment, expected) => {
  expect(withMoment(href, moment)).toBe(expected)
})

test('an address names a moment by its clock, by what was known, or by both', () => {
  const moment = (search: string) => momentIn(new URLSearchParams(search))
  expect(moment('')).toEqual({ at: undefined, seen: undefined })
  expect(moment(`seen=${SEEN}`)).toEqual({ at: undefined, seen: SEEN })
  expect(moment(`at=${AT}&at=x&seen=2026-11-03T11:00+01:00`)).toEqual({ at: AT, seen: SEEN })
  expect(moment('at=tomorrow&seen=yesterday')).toEqual({ at: undefined, seen: undefined })
  expect(unreadableIn(new URLSearchParams(`at=${AT}&seen=yesterday`))).toBe('yesterday')
})

describe('a link for others', () => {
  const origin = 'https://almanac.example'
  const observedAt = '2026-11-01T08:00:00Z'
  const link = (shown: Parameters<typeof linkTo>[1]) => linkTo('/shoots?within=7', shown, origin)

  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-03T10:05:00Z') }))
  afterEach(() => void vi.useRealTimers())

  test('pins the clock and the data to what was answered', () => {
    expect(link({ at: SEEN, observedAt })).toBe(`${origin}/shoots?within=7&at=${SEEN}&seen=${SEEN}`)
  })

  test('has the data of whenever it is followed, where nothing can be made of older ones', () => {
    expect(link({ at: SEEN })).toBe(`${origin}/shoots?within=7&at=${SEEN}`)
  })

  test('has data that came after the instant of the answer', () => {
    const later = '2026-11-03T10:00:20Z'
    expect(link({ at: SEEN, observedAt: later })).toBe(`${origin}/shoots?within=7&at=${SEEN}&seen=${later}`)
  })

  test('of a clock that is pinned ahead has the data that it was foreseen from', () => {
    expect(link({ at: AT, observedAt, foreseenFrom: SEEN })).toBe(`${origin}/shoots?within=7&at=${AT}&seen=${SEEN}`)
    expect(link({ at: AT, observedAt })).toBe(`${origin}/shoots?within=7&at=${AT}&seen=2026-11-03T10:05:00Z`)
  })

  test('of the past stays there', () => {
    expect(link({ at: AT, observedAt, foreseenFrom: observedAt, seen: observedAt })).toBe(
      `${origin}/shoots?within=7&at=${AT}&seen=${observedAt}`,
    )
  })

  test('pins the clock also where nothing was answered yet', () => {
    expect(link(undefined)).toBe(`${origin}/shoots?within=7&at=2026-11-03T10:05:00Z`)
  })
})
