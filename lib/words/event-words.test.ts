import { expect, test } from 'vitest'
import { eventPhrase } from './event-words'

test.each([
  ['Kubernetes', '1.33.5', 'the update of Kubernetes 1.33.5 fails: no version to move to'],
  ['maintenance', '', 'maintenance fails: no version to move to'],
])('what fails is the update of a version, or the maintenance as a whole: %s %s', (what, from, phrase) => {
  expect(eventPhrase({ kind: 'fails', kinds: ['fails'], what, from, to: null, cause: 'no version to move to' })).toBe(
    phrase,
  )
})
