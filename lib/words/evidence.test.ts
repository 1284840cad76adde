import { describe, expect, it } from 'vitest'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import {
  clusterDaysText,
  evidenceHeadline,
  healthDifferenceText,
  hoursText,
  lengthText,
  limitText,
  predecessorText,
  rulePartText,
  sameText,
  unmetText,
} from './evidence'

type Answer = PromotionEvidenceAnswer
const kind = (property: Answer['kinds'][number]['property'], value: string, clusters: number, tried = 0) => {
  return { property, value, clusters, tried }
}
const answer = (more: Partial<Answer>) =>
  ({
    what: 'Kubernetes',
    version: '1.36.2',
    clusters: { ran: 9, running: 8 },
    clusterDays: 1150.4,
    isWhole: true,
    updates: 8,
    failed: 1,
    kinds: [],
    rule: null,
    ...more,
  }) as Answer

describe('the headline', () => {
  it.each([
    [{}, '9 clusters have run 1.36.2 for 1,150.4 cluster-days.', '1 of 8 updates to it failed.'],
    [
      { clusters: { ran: 1, running: 1 }, isWhole: false, updates: 1, failed: 0 },
      '1 cluster has run 1.36.2 for at least 1,150.4 cluster-days.',
      'The one update to it did not fail.',
    ],
    [
      { clusters: { ran: 1, running: 1 }, clusterDays: 0.02, isWhole: false, updates: 0 },
      '1 cluster has run 1.36.2; hardly a day of that is recorded.',
      'None was seen to be updated to it.',
    ],
    [
      {
        what: 'linux',
        updates: 0,
        failed: 0,
        kinds: [
          kind('region', 'eu', 9, 1),
          kind('region', 'us', 2),
          kind('purpose', 'production', 193),
          kind('architecture', 'arm64', 45),
          kind('updateStrategy', 'AutoInPlaceUpdate', 15),
          kind('kubernetes', '1.31', 3),
        ],
      },
      '9 clusters have run linux 1.36.2 for 1,150.4 cluster-days.',
      'None was seen to be updated to it. Nobody has tried it in production, on arm64, in place and 2 other ways.',
    ],
    [
      { clusters: { ran: 0, running: 0 }, updates: 0, failed: 0 },
      'No cluster is known to have run 1.36.2.',
      'Nothing tells how it does.',
    ],
  ])('%#', (more, strong, rest) => {
    expect(evidenceHeadline(answer(more))).toEqual({ strong, rest })
  })
})

it('a runtime that others have with something else is told by itself', () => {
  const kinds = [kind('cri', 'containerd + gvisor', 1, 1), kind('cri', 'containerd', 41)]
  expect(evidenceHeadline(answer({ kinds })).rest).toContain('Nobody has tried it with containerd alone.')
  expect(evidenceHeadline(answer({ kinds: kinds.slice(1) })).rest).toContain('Nobody has tried it with containerd.')
})

it('one is one', () => {
  expect([clusterDaysText(1), clusterDaysText(1.04), clusterDaysText(0.7)]).toEqual([
    '1 cluster-day',
    '1 cluster-day',
    '0.7 cluster-days',
  ])
  expect([sameText(1), sameText(7)]).toEqual(['The same cluster', 'The same 7 clusters'])
})

it('each part of a rule is told by itself', () => {
  const parts = [
    { part: 'clusters', value: 9, limit: 3, isMet: true },
    { part: 'days', value: 24.71, limit: 30, isMet: false },
    { part: 'failures', value: 1, limit: 0, isMet: false },
  ] as const
  expect(parts.map((part) => `${rulePartText(part)}: ${limitText(part)}`)).toEqual([
    '9 clusters: at least 3',
    '24 days 17 h: at least 30, since the first cluster',
    '1 failed update: none allowed',
  ])
  expect(unmetText(answer({ rule: { origin: 'policy', landscapes: [], parts: [...parts] } }))).toBe(
    'The team’s rule is not met: 24 days 17 h (at least 30, since the first cluster) and 1 failed update (none allowed).',
  )
  expect(unmetText(answer({ rule: { origin: 'policy', landscapes: [], parts: [parts[0]] } }))).toBeNull()
  expect(unmetText(answer({}))).toBeNull()
  expect(lengthText(1)).toBe('1 day 0 h')
})

it('the health of the same clusters is told with the one that makes the difference', () => {
  const outlier = { namespace: 'garden-media', name: 'encode-dev', project: 'media', before: 2880, since: 2580 }
  expect(healthDifferenceText({ same: { clusters: 3, before: 3060, since: 4140 }, outlier })).toBe(
    '+18 min, 0 h 51 → 1 h 09. Without media / encode-dev it is 0 h 48 → 0 h 43.',
  )
  expect(healthDifferenceText({ same: null, outlier: null })).toBe(
    'No cluster was updated to it of which both is known.',
  )
  expect(hoursText(null)).toBe('not known')
})

it.each([
  [{ updates: 0, failed: 0, codes: [] }, 'To 1.35.4 on the same days: no update was seen.'],
  [{ updates: 44, failed: 6, codes: [] }, 'To 1.35.4 on the same days: 38 succeeded, 6 failed.'],
  [
    { updates: 44, failed: 6, codes: [{ code: 'ERR_CONFIGURATION_PROBLEM', updates: 5 }] },
    'To 1.35.4 on the same days: 38 succeeded, 6 failed, 5 with ERR_CONFIGURATION_PROBLEM.',
  ],
] as const)('says what became of updates to the version before: %o', (counted, text) => {
  expect(predecessorText({ version: '1.35.4', ...counted })).toBe(text)
})
