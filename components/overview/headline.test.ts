import { describe, expect, test } from 'vitest'
import type { GardenAnswer } from '@/lib/contract'
import { autoNote, expiredNote, headlineOf, stuckNote } from './headline'

type Figures = GardenAnswer['figures']

const FIGURES: Figures = {
  clusters: 1248,
  projects: 60,
  expired: { clusters: 9, forcedTonight: 3 },
  forced: { days7: 16, days30: 170, days90: 301, updates90: 306 },
  stuck: { clusters: 6, failedLast: 6 },
  autoTonight: {
    clusters: 131,
    top: { kind: 'auto', profile: 'aws', what: 'Kubernetes', from: '1.33.6', to: '1.33.7', clusters: 112 },
  },
}

test.each<[string, Partial<Figures>, string]>([
  ['both', {}, '306 forced updates in the next 90 days.|6 clusters will fail to update.'],
  [
    'one of each',
    { forced: { days7: 0, days30: 0, days90: 1, updates90: 1 }, stuck: { clusters: 1, failedLast: 0 } },
    '1 forced update in the next 90 days.|1 cluster will fail to update.',
  ],
  [
    'nothing',
    { forced: { days7: 0, days30: 0, days90: 0, updates90: 0 }, stuck: { clusters: 0, failedLast: 0 } },
    'No forced update in the next 90 days.|',
  ],
])('the headline says %s', (_, change, expected) => {
  const { fact, warning } = headlineOf({ ...FIGURES, ...change })
  expect(`${fact}|${warning}`).toBe(expected)
})

describe('notes beside the figures', () => {
  test('expired', () => {
    expect(expiredNote(FIGURES)).toBe('of 1,248; 3 are forced tonight')
    expect(expiredNote({ ...FIGURES, expired: { clusters: 9, forcedTonight: 1 } })).toBe(
      'of 1,248; 1 is forced tonight',
    )
    expect(expiredNote({ ...FIGURES, expired: { clusters: 9, forcedTonight: 0 } })).toBe(
      'of 1,248; none is forced tonight',
    )
    expect(expiredNote({ ...FIGURES, expired: { clusters: 0, forcedTonight: 0 } })).toBe('of 1,248')
  })
  test('stuck', () => {
    expect(stuckNote(FIGURES)).toBe('failed last time too')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 6, failedLast: 4 } })).toBe('4 failed last time too')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 6, failedLast: 0 } })).toBe('none has failed so far')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 0, failedLast: 0 } })).toBe('every update has a way')
  })
  test('auto-updates', () => {
    expect(autoNote(FIGURES)).toBe('112 of them aws 1.33.7')
    expect(autoNote({ ...FIGURES, autoTonight: { clusters: 0, top: null } })).toBe('nothing newer qualifies')
  })
})
