import { describe, expect, test } from 'vitest'
import type { PolicyOutcomeBody, ProposalBody } from '@/lib/questions/policy/contract'
import {
  adoptText,
  dutyText,
  maintainedMinorsText,
  noProposalText,
  policyDurationText,
  policyExpiryText,
  policySentences,
  problemText,
  proposalCountsText,
  proposalEffectText,
  proposalReasonText,
  proposesText,
  releaseText,
  stoppedPolicyText,
  withStagesText,
} from './policy'

const DAY = 86_400
const OUTCOME: PolicyOutcomeBody = {
  kind: 'ok',
  kubernetes: { expiration: 120 * DAY, maintained: 3, expirationUnmaintained: 30 * DAY },
  machineImages: { expiration: 120 * DAY, maintained: null, expirationUnmaintained: null },
  minors: null,
  proposals: [],
  unchanged: { kubernetes: 0, images: 0 },
  withStages: 0,
  duties: [],
  releases: [],
  year: { until: '2027-11-22T00:00:00Z', steps: [], lists: [] },
}
const none = { classification: null, expirationDate: null }
const proposal = (rest: Partial<ProposalBody>): ProposalBody => ({
  image: null,
  version: '1.33.7',
  before: none,
  after: none,
  rule: 'latest',
  minor: '1.33',
  latest: '1.33.7',
  edits: [],
  ...rest,
})
const date = '2027-06-30T00:00:00Z'

test.each([
  [120 * DAY, '120 days'],
  [DAY, '1 day'],
  [36 * 3600, '36 hours'],
  [90 * 60, '90 minutes'],
  [61, '61 seconds'],
  [0, '0 days'],
])('%s seconds are %s', (seconds, text) => {
  expect(policyDurationText(seconds)).toBe(text)
})

test.each([
  ['2027-06-30T00:00:00Z', '30 Jun 2027'],
  ['2027-03-21T18:00:00Z', '21 Mar 2027 18:00'],
])('%s is %s', (at, text) => {
  expect(policyExpiryText(at, 'UTC')).toBe(text)
})

describe('the rule behind a proposal', () => {
  test.each<[string, Partial<ProposalBody>, string]>([
    [
      'the latest loses its date',
      { before: { classification: 'supported', expirationDate: date } },
      'The latest of 1.33 that is no preview: supported, its date is removed, whatever it was',
    ],
    [
      'the latest of an image',
      { image: 'os', minor: null },
      'The latest of all os versions that is no preview: supported',
    ],
    [
      'another one gets a date',
      { rule: 'outranked', latest: '1.33.8', after: { classification: 'deprecated', expirationDate: date } },
      'Not the latest of 1.33, which is 1.33.8: deprecated, no date yet: now + 120 days',
    ],
    [
      'another one that was deprecated gets a date',
      {
        rule: 'outranked',
        latest: '1.33.8',
        before: { classification: 'deprecated', expirationDate: null },
        after: { classification: 'deprecated', expirationDate: date },
      },
      'Not the latest of 1.33, which is 1.33.8: no date yet: now + 120 days',
    ],
    [
      'another one keeps its date',
      {
        rule: 'outranked',
        latest: '1.33.8',
        before: { classification: 'supported', expirationDate: date },
        after: { classification: 'deprecated', expirationDate: date },
      },
      'Not the latest of 1.33, which is 1.33.8: deprecated, its date stays',
    ],
    [
      'not maintained',
      { rule: 'unmaintained', after: { classification: 'deprecated', expirationDate: date } },
      '1.33 is not maintained: deprecated, no date yet: now + 30 days',
    ],
    [
      'the latest that is not maintained',
      { rule: 'unmaintainedLatest' },
      'The latest of 1.33, which is not maintained: deprecated, and it gets no date',
    ],
    [
      'the latest that is not maintained and has a date',
      { rule: 'unmaintainedLatest', before: { classification: 'supported', expirationDate: date } },
      'The latest of 1.33, which is not maintained: deprecated, its date is left as it is',
    ],
  ])('%s', (_, rest, text) => {
    expect(proposalReasonText(proposal(rest), OUTCOME)).toBe(text)
  })
})

test('the policy in sentences', () => {
  expect(policySentences(OUTCOME).map(([term]) => term)).toEqual(['Kubernetes', 'Not maintained', 'Images'])
  const off = policySentences({ ...OUTCOME, kubernetes: null, machineImages: null })
  expect(off[0]).toEqual(['Kubernetes', 'Kubernetes versions are left alone: the policy does not name them.'])
})

test('duties say the fact first, and since when', () => {
  const now = '2026-11-21T18:00:00Z'
  const duty = { kind: 'date', image: null, version: '1.32.9', minor: '1.32' } as const
  expect(dutyText({ ...duty, since: now }, now, 'UTC')[0]).toBe('1.32.9 gets no date, now.')
  expect(dutyText({ ...duty, since: '2027-03-16T00:00:00Z' }, now, 'UTC')[0]).toBe(
    '1.32.9 gets no date, from 16 Mar 2027 on.',
  )
  const preview = { kind: 'promote', image: 'os', version: '2.0.0', minor: '2.0' } as const
  expect(dutyText(preview, now, 'UTC')[0]).toBe('os 2.0.0 stays a preview.')
})

test('a release and a problem in a line', () => {
  expect(releaseText({ image: null, version: '1.34.4', classification: null })).toBe('1.34.4, unclassified')
  expect(problemText({ path: 'kind', line: 2, reason: 'must be x' }, 'text')).toBe('Line 2, kind: must be x')
  expect(problemText({ path: '', line: null, reason: 'is empty' }, 'text')).toBe('The text is empty')
})

test.each([
  [0, 0, 'none', false],
  [-218, 0, '−218 forced', false],
  [31, 2, '+31 forced, +2 fail', true],
  [0, -1, '−1 fail', false],
])('%d more forced and %d more failing read as %s', (forced, fails, text, isBad) => {
  const effect = {
    image: null,
    version: '1.33.7',
    forced: { before: 300, after: 300 + forced },
    fails: { before: 9, after: 9 + fails },
  }
  expect(proposalEffectText(effect)).toEqual([text, isBad])
})

const minor = (name: string, onlyPreviews = false) => ({ minor: name, onlyPreviews })
const unchanged = { kubernetes: 11, images: 7 }
const stays = '11 Kubernetes and 7 image versions stay as they are'

test.each([
  [proposesText('today'), 'It proposes today'],
  [proposesText('5 Oct'), 'It proposes on 5 Oct'],
  [proposalCountsText({ proposals: [], unchanged }), `nothing; ${stays}`],
  [
    proposalCountsText({ proposals: [proposal({})], unchanged }),
    `1 version; ${stays}; a second run would change nothing`,
  ],
  [adoptText(4, 4), 'Adopt as draft'],
  [adoptText(3, 4), 'Adopt 3 of 4 as draft'],
  [
    noProposalText('aws'),
    'aws is as this policy would leave it. It would change something when a version is added or classified by hand.',
  ],
  [
    stoppedPolicyText({ kind: 'problems', problems: [{ path: 'kind', line: 2, reason: 'must be x' }] }),
    'Nothing while the policy has 1 problem: Gardener would refuse to start with it.',
  ],
  [
    stoppedPolicyText({ kind: 'unreadable', image: 'os', version: 'one', reason: 'no number' }),
    'Nothing: the profile lists os one, which cannot be read as a version (no number). One such version stops the policy for the whole profile.',
  ],
  [withStagesText(1), '1 version with lifecycle stages: it schedules itself.'],
  [withStagesText(3), '3 versions with lifecycle stages: they schedule themselves.'],
  [maintainedMinorsText([minor('1.36')]), 'maintained: the highest'],
  [
    maintainedMinorsText([minor('1.36', true), minor('1.35', true), minor('1.34')]),
    'maintained: the 3 highest, 1.36 and 1.35 with previews only',
  ],
])('the page of a policy says: %s', (said, text) => {
  expect(said).toBe(text)
})
