import { describe, expect, test } from 'vitest'
import { eventOf, TONIGHT_WINDOW } from '@/components/outlook/testdata/answers'
import type { NextEvent } from '@/lib/contract/steps'
import { eventSentence, lastBegin, otherNight } from './event-words'
import { untilWindow } from './when'
import { effectText, nodesText } from './wording'

const NOW = '2026-11-21T19:00:00+01:00'

const event = (change: Partial<NextEvent>) => eventOf({ from: '1.33.6', nodes: { min: 12, max: 12 }, ...change })

const MIXED = {
  kind: 'fails',
  kinds: ['forced', 'fails'],
  cause: 'no-version',
  window: TONIGHT_WINDOW,
} satisfies Partial<NextEvent>

test.each([
  [event({}), 'Forced to Kubernetes 1.33.7 in 24 days 3 h, in the window Tue 15 Dec 22:00–23:00 +01:00.'],
  [
    event({ kind: 'auto', window: TONIGHT_WINDOW }),
    'Auto-update to Kubernetes 1.33.7 in 3 h, in the window Sat 21 Nov 22:00–23:00 +01:00.',
  ],
  [
    event({ kind: 'fails', to: null, cause: 'no-version', window: TONIGHT_WINDOW }),
    'The update of Kubernetes 1.33.6 fails in 3 h, in the window Sat 21 Nov 22:00–23:00 +01:00: no version to move to.',
  ],
  // A night that forces one part and fails for another is both, whichever of them it is told of.
  [
    event({ ...MIXED, to: null }),
    'The update of Kubernetes 1.33.6 fails in 3 h, in the window Sat 21 Nov 22:00–23:00 +01:00: no version to move to; another part is forced.',
  ],
  [
    event(MIXED),
    'Forced to Kubernetes 1.33.7 in 3 h, in the window Sat 21 Nov 22:00–23:00 +01:00; another part fails: no version to move to.',
  ],
  // Refused as a whole, nothing is forced.
  [
    event({ ...MIXED, kinds: ['fails'], cause: 'refused' }),
    'The update of Kubernetes 1.33.6 fails in 3 h, in the window Sat 21 Nov 22:00–23:00 +01:00: refused by the API server.',
  ],
])('says what happens when: %#', (one, sentence) => {
  expect(eventSentence(one, NOW)).toBe(sentence)
})

test('a window that is open is now, until its end', () => {
  const open = { ...TONIGHT_WINDOW, begin: '2026-11-21T17:00:00Z', end: '2026-11-21T18:30:00Z' }
  expect(untilWindow(open, NOW)).toBe('now')
  expect(untilWindow({ ...open, begin: '2026-11-21T18:00:00Z' }, NOW)).toBe('now')
  expect(untilWindow({ ...open, end: '2026-11-21T18:00:00Z' }, NOW)).toBe('1 h ago')
})

describe('nodes', () => {
  test.each([
    [{ min: 12, max: 12 }, '12 nodes', '12 nodes roll'],
    [{ min: 3, max: 12 }, 'up to 12 nodes', 'up to 12 nodes roll'],
    [{ min: 1, max: 1 }, '1 node', '1 node rolls'],
    [{ min: 0, max: 0 }, 'no nodes', 'no node rolls'],
    [{ min: 0, max: 1248 }, 'up to 1,248 nodes', 'up to 1,248 nodes roll'],
  ])('%o', (nodes, text, answer) => {
    expect(nodesText(nodes)).toBe(text)
    expect(effectText('rolling', nodes)).toBe(answer)
  })

  test('other effects', () => {
    expect(effectText('inPlace', { min: 4, max: 4 })).toBe('4 nodes in place')
    expect(effectText('kubeletRestart', { min: 4, max: 4 })).toBe('kubelet restart only')
    expect(effectText('none', { min: 4, max: 4 })).toBe('no node is touched')
  })

  test('what waits for a person says so wherever it is told', () => {
    expect(effectText('inPlace', { min: 2, max: 4, byHand: 4 })).toBe('up to 4 nodes in place by hand')
    expect(effectText('inPlace', { min: 2, max: 6, byHand: 4 })).toBe('up to 6 nodes in place, 4 by hand')
  })
})

const next = { ...event({}).window, begin: '2026-12-16T21:00:00Z' }

test.each([
  [null, undefined, null],
  [{ at: '2026-12-15T21:30:00Z', otherwise: next }, undefined, 'if maintenance begins after 22:30, else Wed 16 Dec'],
  [
    { at: '2026-12-15T23:30:00Z', otherwise: next },
    undefined,
    'if maintenance begins after Wed 16 Dec 00:30, else Wed 16 Dec',
  ],
  [{ at: '2026-12-15T21:30:00Z', otherwise: null }, undefined, 'if maintenance begins after 22:30'],
  // Where the times beside it are the reader's.
  [
    { at: '2026-12-15T21:30:00Z', otherwise: next },
    'Asia/Kolkata',
    'if maintenance begins after 03:00, else Thu 17 Dec',
  ],
])('%# what a moment within the window decides about is said with both nights', (onlyAfter, zone, expected) => {
  expect(otherNight({ ...event({}), onlyAfter }, NOW, zone)).toBe(expected)
})

test('the last night in which something may come is the other one, where that is known', () => {
  const lastOf = (otherwise: typeof next | null) =>
    lastBegin({ ...event({}), onlyAfter: { at: '2026-12-15T21:30:00Z', otherwise } })
  expect([lastBegin(event({})), lastOf(null), lastOf(next)]).toEqual([
    event({}).window.begin,
    event({}).window.begin,
    next.begin,
  ])
})
