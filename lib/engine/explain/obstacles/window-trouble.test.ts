import { expect, test } from 'vitest'
import { windowTroubleText } from '@/lib/words/obstacles'
import { windowTrouble } from './window-trouble'

test.each([
  [
    '22:00',
    '23:00',
    'unreadable',
    /^Its maintenance window cannot be read: .* at any time of the day\. It says "22:00" to "23:00";/,
  ],
  [
    '220000+0100',
    '221000+0100',
    'too-short',
    /22:00–22:10, is 10 min long; .* at any time of the day but 21:55–22:00\.$/,
  ],
  ['220000+0100', '221500+0100', 'too-short', /is 15 min long; .* in the very second of 22:00: it hardly ever does\.$/],
  ['220000+0100', '222000+0100', 'too-short', /Maintenance may only begin from 22:00 to 22:05\.$/],
  ['100000+0100', '200000+0100', 'too-long', /10:00–20:00, is 10 h long; at most 6 h .* from 10:00 to 19:45\.$/],
  ['220000-0330', '043000-0330', 'too-long', /22:00–04:30, is 6 h 30 min long; .* from 22:00 to 04:15\.$/],
  ['220000+0100', '220000+0100', 'too-long', /is 24 h long; .* at any time of the day but 21:45–22:00\.$/],
])('a window from %s to %s is %s', (begin, end, kind, text) => {
  const trouble = windowTrouble({ begin, end })
  expect(trouble?.kind).toBe(kind)
  expect(trouble && windowTroubleText(trouble)).toMatch(text)
})

test.each([
  ['220000+0100', '223000+0100'],
  ['220000+0100', '040000+0100'],
])('a window from %s to %s is fine', (begin, end) => {
  expect(windowTrouble({ begin, end })).toBeNull()
})

test('a shoot without a window has no trouble with one', () => {
  expect(windowTrouble(undefined)).toBeNull()
})
