import { describe, expect, test } from 'vitest'
import { autoNote, dayDistance, dayName, expiredNote, myProjectsText, overviewHeadline, stuckNote } from './overview'

type Figures = Parameters<typeof overviewHeadline>[0]

function forced(tonight: number, days90: number): Figures['forced'] {
  return { tonight, days7: tonight, days30: tonight, days90 }
}

const FIGURES: Figures = {
  clusters: 1248,
  projects: 80,
  expired: { clusters: 9, forcedTonight: 3 },
  forced: forced(0, 301),
  stuck: { clusters: 6, failedLast: 6 },
  unknown: { clusters: 0 },
  autoTonight: {
    clusters: 131,
    top: { kind: 'auto', profile: 'aws', what: 'Kubernetes', from: '1.33.6', to: '1.33.7', clusters: 112 },
  },
}

test.each<[string, Partial<Figures>, string]>([
  ['both, each with its unit, and who is counted twice', {}, '301 clusters are forced within 90 days.|6 are stuck.'],
  [
    'one of each',
    { forced: forced(0, 1), stuck: { clusters: 1, failedLast: 1 } },
    '1 cluster is forced within 90 days.|1 is stuck.',
  ],
  [
    'how many are stuck already',
    { stuck: { clusters: 14, failedLast: 7 } },
    '301 clusters are forced within 90 days.|7 are stuck, 7 more will be.',
  ],
  [
    'that none is yet',
    { forced: forced(0, 0), stuck: { clusters: 1, failedLast: 0 } },
    'No cluster is forced within 90 days.|1 cluster will be stuck.',
  ],
  [
    'how many of them are of tonight',
    { forced: forced(9, 61) },
    '61 clusters are forced within 90 days, 9 of them tonight.|6 are stuck.',
  ],
  [
    'that the only one is',
    { forced: forced(1, 1), stuck: { clusters: 0, failedLast: 0 } },
    '1 cluster is forced within 90 days, tonight.',
  ],
  [
    'of what is stuck what that is, where nothing is forced',
    { forced: forced(0, 0) },
    'No cluster is forced within 90 days.|6 clusters are stuck.',
  ],
  ['nothing', { forced: forced(0, 0), stuck: { clusters: 0, failedLast: 0 } }, 'No cluster is forced within 90 days.'],
  [
    'what is left out',
    { unknown: { clusters: 5 } },
    '301 clusters are forced within 90 days.|6 are stuck.|Of 5 clusters nothing is known.',
  ],
  [
    'nothing that is known',
    {
      forced: forced(0, 0),
      stuck: { clusters: 0, failedLast: 0 },
      unknown: { clusters: 1 },
    },
    'No cluster is known to be forced within 90 days.|Of 1 cluster nothing is known.',
  ],
  ['nothing at all', { clusters: 5, unknown: { clusters: 5 } }, 'Nothing is known of what happens to 5 clusters.'],
])('the headline says %s', (_, change, expected) => {
  const { fact, tonight, warning, gap } = overviewHeadline({ ...FIGURES, ...change })
  const first = `${[fact, tonight].filter(Boolean).join(', ')}.`
  expect([first, warning, gap].filter(Boolean).join('|')).toBe(expected)
})

describe('notes beside the figures', () => {
  test('claim nothing of clusters that are not known', () => {
    const figures = { ...FIGURES, unknown: { clusters: 48 } }
    expect(expiredNote(figures)).toBe('of 1,200 that are known; 3 of them are forced tonight')
    expect(stuckNote({ ...figures, stuck: { clusters: 0, failedLast: 0 } })).toBe(
      'every update that is known has a way',
    )
  })

  test('expired', () => {
    expect(expiredNote(FIGURES)).toBe('of 1,248; 3 of them are forced tonight')
    expect(expiredNote({ ...FIGURES, expired: { clusters: 9, forcedTonight: 1 } })).toBe(
      'of 1,248; 1 of them is forced tonight',
    )
    expect(expiredNote({ ...FIGURES, expired: { clusters: 9, forcedTonight: 0 } })).toBe(
      'of 1,248; none of them is forced tonight',
    )
    expect(expiredNote({ ...FIGURES, expired: { clusters: 1, forcedTonight: 1 } })).toBe('of 1,248; forced tonight')
    expect(expiredNote({ ...FIGURES, expired: { clusters: 1, forcedTonight: 0 } })).toBe('of 1,248; not forced tonight')
    expect(expiredNote({ ...FIGURES, expired: { clusters: 0, forcedTonight: 0 } })).toBe('of 1,248')
  })
  test('stuck', () => {
    expect(stuckNote(FIGURES)).toBe('all of them now')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 6, failedLast: 4 } })).toBe('4 of them now')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 6, failedLast: 0 } })).toBe('none of them yet')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 1, failedLast: 1 } })).toBe('now')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 1, failedLast: 0 } })).toBe('not yet')
    expect(stuckNote({ ...FIGURES, stuck: { clusters: 0, failedLast: 0 } })).toBe('every update has a way')
  })
  test('auto-updates', () => {
    expect(autoNote(FIGURES)).toBe('112 of them aws 1.33.7')
    const top = FIGURES.autoTonight.top && { ...FIGURES.autoTonight.top, clusters: 1 }
    expect(autoNote({ ...FIGURES, autoTonight: { clusters: 1, top } })).toBe('aws 1.33.7')
    expect(autoNote({ ...FIGURES, autoTonight: { clusters: 0, top: null } })).toBe('nothing newer qualifies')
  })
})

test('a day has its name, and how far it is', () => {
  expect(dayName('2026-12-15', '2026-11-21')).toBe('Tue 15 Dec')
  expect(dayName('2027-01-12', '2026-11-21')).toBe('Tue 12 Jan 2027')
  expect([0, 1, 24].map(dayDistance)).toEqual(['today', 'tomorrow', 'in 24 days'])
})

test('projects of a reader are called by the name of a single one, else by how many they are', () => {
  expect(myProjectsText(['payments'])).toBe('My project payments')
  expect(myProjectsText(['payments', 'media'])).toBe('My 2 projects')
})
