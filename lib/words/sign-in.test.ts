import { expect, test } from 'vitest'
import { sessionEndedText } from './sign-in'

const now = Date.parse('2026-11-21T18:00:00Z')

test.each([
  ['2026-11-21T17:54:00Z', 'Your session ended at 18:54 +01:00'],
  ['2026-11-20T17:54:00Z', 'Your session ended on 20 Nov at 18:54 +01:00'],
])('a session that ended at %s', (at, text) => {
  expect(sessionEndedText(Date.parse(at), 'Europe/Berlin', now)).toBe(text)
})
