import { expect, test } from 'vitest'
import { NOW, TONIGHT, windowFrom } from '../../outlook/fixtures'
import { rulerRange, rulerTicks } from './window-rulers'

const now = Date.parse(NOW)
const text = (at: number) => new Date(at).toISOString().slice(0, 16)

test.each([
  ['now is near', TONIGHT, '2026-11-21T17:00', '2026-11-22T01:00'],
  ['the window is open', windowFrom('2026-11-21T17:30:00Z'), '2026-11-21T16:00', '2026-11-21T22:00'],
  ['now is far', windowFrom('2026-11-22T12:00:00Z'), '2026-11-22T09:00', '2026-11-22T16:00'],
  [
    'hours begin at half past in UTC',
    windowFrom('2026-11-21T20:30:00Z', 60, '+05:30'),
    '2026-11-21T16:30',
    '2026-11-22T00:30',
  ],
])('the rulers go around the window, where %s', (_, window, from, to) => {
  const range = rulerRange(window, now)
  expect([text(range.from), text(range.to)]).toEqual([from, to])
})

test('both rulers have the same instants, each on its own clock, with the day where it begins', () => {
  const range = rulerRange(TONIGHT, now)
  const own = rulerTicks(range, '+01:00')
  const yours = rulerTicks(range, 'Asia/Kolkata')
  expect(own.map(({ at }) => at)).toEqual(yours.map(({ at }) => at))
  expect(own.map(({ label }) => label)).toEqual([
    '18:00',
    '19:00',
    '20:00',
    '21:00',
    '22:00',
    '23:00',
    'Sun 22 Nov',
    '01:00',
  ])
  expect(yours.map(({ label }) => label)).toContain('00:30 Sun')
  expect(yours.filter(({ isDay }) => isDay)).toHaveLength(1)
})

test('a long range has a tick every few hours', () => {
  const range = { from: now, to: now + 16 * 3_600_000 }
  expect(rulerTicks(range, 'UTC').map(({ label }) => label)).toEqual([
    '18:00',
    '20:00',
    '22:00',
    'Sun 22 Nov',
    '02:00',
    '04:00',
    '06:00',
    '08:00',
  ])
})
