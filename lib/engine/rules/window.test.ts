import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInstant, parseInstant, SECOND } from '@/lib/engine/time'
import { effectiveDuration, isInWindow, nextWindow, parseWindow, windowAround, windowErrors } from './window'

const night = { begin: '220000+0000', end: '230000+0000' }
const overMidnight = { begin: '233000+0100', end: '013000+0100' }
const local = { begin: '013000+0200', end: '033000+0200' }

const inside: [sentence: string, window: { begin: string; end: string } | null, at: string, inside: boolean][] = [
  ['at the begin', night, '2026-06-01T22:00:00Z', true],
  ['a second before the begin', night, '2026-06-01T21:59:59Z', false],
  ['15 minutes before the end', night, '2026-06-01T22:45:00Z', true],
  ['within that second', night, '2026-06-01T22:45:00.999Z', true],
  ['after that second', night, '2026-06-01T22:45:01Z', false],
  ['at the end', night, '2026-06-01T23:00:00Z', false],
  ['before midnight in one that spans it', overMidnight, '2026-06-01T23:59:59Z', true],
  ['after midnight in one that spans it', overMidnight, '2026-06-02T00:15:00Z', true],
  ['at noon in one that spans midnight', overMidnight, '2026-06-02T12:00:00Z', false],
  ['one that an offset moves to the day before', local, '2026-06-01T23:30:00Z', true],
  ['without one', null, '2026-06-01T12:00:00Z', true],
  ['one that cannot be read', { begin: '22:00', end: '23:00' }, '2026-06-01T12:00:00Z', true],
  [
    'one shorter than the 15 minutes that it loses',
    { begin: '220000+0000', end: '221000+0000' },
    '2026-06-01T12:00:00Z',
    true,
  ],
]

describe('whether a maintenance may begin', () => {
  test.each(inside)('%s', (_, window, at, expected) => {
    expect(isInWindow(parseWindow(window), read(at))).toBe(expected)
  })
})

test('an occurrence over midnight belongs together', () => {
  const window = parseWindow(overMidnight)
  const first = windowAround(window, read('2026-06-01T23:00:00Z'))
  const second = windowAround(window, read('2026-06-02T00:10:00Z'))
  expect(first).toEqual(second)
  expect(first && [first.begin, first.latestStart, first.end].map(formatInstant)).toEqual([
    '2026-06-01T22:30:00Z',
    '2026-06-02T00:15:00Z',
    '2026-06-02T00:30:00Z',
  ])
  expect(windowAround(window, read('2026-06-02T00:15:01Z'))).toBeNull()
})

test('the next occurrence is the running one until its latest start', () => {
  const window = parseWindow(night)
  expect(formatInstant(nextWindow(window, read('2026-06-01T22:45:00Z')).begin)).toBe('2026-06-01T22:00:00Z')
  expect(formatInstant(nextWindow(window, read('2026-06-01T22:45:01Z')).begin)).toBe('2026-06-02T22:00:00Z')
})

test('windows come on leap days too', () => {
  expect(formatInstant(nextWindow(parseWindow(night), read('2028-02-28T23:00:00Z')).begin)).toBe('2028-02-29T22:00:00Z')
})

const refused: [sentence: string, begin: string, end: string, detail: string][] = [
  ['too short', '220000+0000', '222900+0000', 'time window must not be smaller than 30m0s'],
  ['too long', '220000+0000', '040001+0000', 'time window must not be greater than 6h0m0s'],
  ['a whole day', '220000+0000', '220000+0000', 'time window must not be greater than 6h0m0s'],
  [
    'hours beyond 23',
    '250000+0000',
    '260000+0000',
    'could not parse begin time: could not parse the value into the maintenanceTime format: parsing time "250000+0000": hour out of range',
  ],
  [
    'no offset',
    '220000+0000',
    '230000',
    'could not parse end time: could not parse the value into the maintenanceTime format: parsing time "230000" as "150405-0700": cannot parse "" as "-0700"',
  ],
  [
    'more than an offset',
    '220000+0000',
    '230000+00000',
    'could not parse end time: could not parse the value into the maintenanceTime format: parsing time "230000+00000": extra text: "0"',
  ],
  [
    'a minus sign that is none',
    '220000+0000',
    '230000−0100',
    String.raw`could not parse end time: could not parse the value into the maintenanceTime format: parsing time "230000\xe2\x88\x920100" as "150405-0700": cannot parse "\xe2\x88\x920100" as "-0700"`,
  ],
]

describe('a window is refused for', () => {
  test.each(refused)('%s', (_, begin, end, detail) => {
    expect(windowErrors({ begin, end }).map((error) => error.detail)).toEqual([detail])
  })
})

test('30 minutes and 6 hours are accepted', () => {
  expect(windowErrors({ begin: '220000+0000', end: '223000+0000' })).toEqual([])
  expect(windowErrors({ begin: '220000-0530', end: '040000-0530' })).toEqual([])
})

test('an instant is in a window exactly if an occurrence is around it', () => {
  const clock = fc.tuple(fc.nat(23), fc.nat(59), fc.constantFrom('+0000', '-0800', '+1400', '+0545'))
  const text = clock.map(([h, m, zone]) => `${String(h).padStart(2, '0')}${String(m).padStart(2, '0')}00${zone}`)
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 4e9 }), (begin, end, seconds) => {
      const window = parseWindow({ begin, end })
      const at = seconds * SECOND
      const around = windowAround(window, at)
      expect(around !== null).toBe(isInWindow(window, at))
      expect(nextWindow(window, at).latestStart).toBeGreaterThan(at - SECOND)
      expect(effectiveDuration(window)).toBeGreaterThan(0)
    }),
  )
})

function read(text: string): number {
  const at = parseInstant(text)
  if (at === null) throw new Error(`${text} is no time`)
  return at
}
