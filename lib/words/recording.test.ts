import { expect, test } from 'vitest'
import { recordingText } from './recording'

const now = Date.parse('2026-11-23T15:00:00Z')
const full = 'almanac.db in DATA_DIR cannot be used (SQLITE_FULL).'
const away = 'The database does not answer (ECONNREFUSED).'
const ahead = 'The clock was ahead: until it is 2026-11-23T16:00:00Z, what is seen counts as of then.'

test.each<[string | null, string | null, string | null]>([
  ['2026-11-23T14:59:50Z', null, null],
  [null, null, null],
  ['2026-11-23T13:02:00Z', full, `Nothing is recorded since Mon 23 Nov 14:02: the disk is full. ${full}`],
  [
    '2026-11-23T13:02:00Z',
    'almanac.db in DATA_DIR cannot be used (SQLITE_READONLY).',
    'Nothing is recorded since Mon 23 Nov 14:02: nothing may be written there. almanac.db in DATA_DIR cannot be used (SQLITE_READONLY).',
  ],
  [
    '2026-11-23T13:02:00Z',
    away,
    'Nothing is recorded since Mon 23 Nov 14:02: the database does not answer (ECONNREFUSED).',
  ],
  [null, away, 'Nothing is recorded: the database does not answer (ECONNREFUSED).'],
  ['2026-11-23T14:59:50Z', away, 'What is seen may not be recorded: the database does not answer (ECONNREFUSED).'],
])('recorded until %s with %s', (until, problem, expected) => {
  expect(recordingText({ until, problem }, 'Europe/Berlin', now)).toBe(expected)
})

test('a clock that was ahead is told as it is', () => {
  expect(recordingText({ until: '2026-11-23T16:00:00Z', problem: ahead }, 'Europe/Berlin', now)).toBe(ahead)
})
