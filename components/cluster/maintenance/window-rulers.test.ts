import { expect, test } from 'vitest'
import { NOW, TONIGHT_WINDOW, windowFrom } from '../../outlook/testdata/answers'
import { rulerRange } from './window-rulers'

const now = Date.parse(NOW)
const text = (at: number) => new Date(at).toISOString().slice(0, 16)

test.each([
  ['now is near', TONIGHT_WINDOW, '2026-11-21T17:00', '2026-11-22T01:00'],
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
