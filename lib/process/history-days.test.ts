import { expect, test } from 'vitest'
import { readHistoryDays } from '@/lib/process/settings.mjs'

test.each([
  [undefined, 400],
  [' ', 400],
  ['1', 1],
  [' 90 ', 90],
  ['4000', 4000],
])('HISTORY=%s keeps %s days', (HISTORY, days) => {
  expect(readHistoryDays({ HISTORY })).toBe(days)
})

test.each(['0', '4001', '-1', '1.5', '90d', 'forever', '1e3'])('HISTORY=%s is told as a mistake', (HISTORY) => {
  expect(() => readHistoryDays({ HISTORY })).toThrow(
    `HISTORY=${HISTORY} is not a number of days from 1 to 4000: leave it out for 400.`,
  )
})
