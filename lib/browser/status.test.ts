import { expect, test } from 'vitest'
import type { StatusAnswer } from '@/lib/contract/status'
import { freshnessOf } from './status'

const NOW = Date.parse('2026-11-21T18:00:00Z')
const READ = Date.parse('2026-11-21T17:59:20Z')

function answer(garden: Partial<StatusAnswer['garden']> = {}): StatusAnswer {
  return {
    revision: '1',
    observedAt: '2026-11-21T17:59:20Z',
    at: '2026-11-21T18:00:00Z',
    garden: {
      kind: 'demo',
      label: 'demo',
      covers: null,
      state: 'live',
      since: null,
      reason: null,
      resources: [],
      problems: [],
      problemCount: 0,
      ...garden,
    },
    recordedSince: null,
    recording: { kept: 'process', until: null, problem: null },
    gardener: { rules: '1.150', running: [], isNewer: false, text: '' },
    freezes: [],
  }
}

test.each([
  ['nothing is known before the first answer', undefined, { kind: 'connecting' }, { kind: 'unknown' }],
  ['a live garden is live', answer(), { kind: 'open' }, { kind: 'live', observedAt: READ }],
  ['also before the connection stands', answer(), { kind: 'connecting' }, { kind: 'live', observedAt: READ }],
  ['a garden that is read for the first time', answer({ state: 'reading' }), { kind: 'open' }, { kind: 'reading' }],
  [
    'a stale garden says why',
    answer({ state: 'stale', reason: 'The watch of shoots ended.' }),
    { kind: 'open' },
    { kind: 'stale', observedAt: READ, reason: 'The watch of shoots ended.' },
  ],
  [
    'a stale garden is as old as its silence, not as its last change',
    answer({ state: 'stale', since: '2026-11-21T17:59:50Z', reason: 'X.' }),
    { kind: 'open' },
    { kind: 'stale', observedAt: READ + 30_000, reason: 'X.' },
  ],
  [
    'a garden of which nothing was ever read has no age',
    { ...answer({ state: 'failed', reason: 'The API server cannot be reached.' }), observedAt: '1970-01-01T00:00:00Z' },
    { kind: 'open' },
    { kind: 'unread', reason: 'The API server cannot be reached.' },
  ],
  [
    'a stale garden without a reason does not answer',
    answer({ state: 'stale' }),
    { kind: 'open' },
    { kind: 'stale', observedAt: READ, reason: 'The garden does not answer.' },
  ],
  [
    'a failed one cannot be read',
    answer({ state: 'failed' }),
    { kind: 'open' },
    { kind: 'stale', observedAt: READ, reason: 'The garden cannot be read.' },
  ],
  [
    'a connection lost for a moment is not worth a word',
    answer(),
    { kind: 'lost', since: NOW - 20_000 },
    { kind: 'live', observedAt: READ },
  ],
  [
    'one lost for longer is',
    answer(),
    { kind: 'lost', since: NOW - 20_001 },
    { kind: 'stale', observedAt: READ, reason: 'Almanac does not answer.' },
  ],
] as const)('%s', (_, status, live, expected) => {
  expect(freshnessOf(status, live, NOW)).toEqual(expected)
})
