import { expect, test } from 'vitest'
import { sentText } from './draft-notice'

test.each([
  [{ sent: 1 }, '1 project was told.'],
  [{ sent: 12, known: 2 }, '12 projects were told. 2 projects had been told of it before.'],
  [
    { failed: ['ads', 'media', 'payments', 'search'] },
    '0 projects were told. Not told, and not tried again: ads, media, payments and search.',
  ],
  [
    { sent: 1, unsure: ['ads'] },
    '1 project was told. Not known whether it arrived, as no answer came in time, and not tried again: ads.',
  ],
  [
    { sent: 3, unreached: ['ads', 'media'] },
    '3 projects were told. Not reached before the time for all was up: ads and media.',
  ],
])('%o: %s', (some, text) => {
  expect(sentText({ sent: 0, failed: [], unsure: [], known: 0, unreached: [], ...some })).toBe(text)
})
