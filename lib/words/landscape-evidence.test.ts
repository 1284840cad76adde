import { describe, expect, it, test } from 'vitest'
import {
  besideRows,
  countedLandscapesText,
  countedText,
  differencesFrom,
  type LandscapeVersion,
  ruleCellText,
  soakedRest,
  soakedText,
  unlikeText,
  unnamedText,
} from './landscape-evidence'

const now = Date.parse('2026-11-21T18:00:00Z')
const ZONE = 'Europe/Berlin'

const canary: LandscapeVersion = {
  known: '2026-11-21T18:00:00Z',
  firstAt: '2026-10-22T10:00:00Z',
  since: '2026-05-03T00:00:00Z',
  clusterDays: 723,
  isWhole: true,
  ran: 41,
  among: 62,
  isCut: false,
  updates: 41,
  failed: 0,
  kinds: [
    { property: 'region', value: 'us-east-1', clusters: 20, tried: 13 },
    { property: 'region', value: 'eu-central-1', clusters: 40, tried: 28 },
    { property: 'region', value: 'ap-1', clusters: 2, tried: 0 },
    { property: 'updateStrategy', value: 'AutoInPlaceUpdate', clusters: 3, tried: 0 },
  ],
  health: { clusters: 3, before: 1860, since: 1620 },
  gardener: 'v1.150.0',
  stage: 'supported',
  expires: null,
}
const live: LandscapeVersion = {
  ...canary,
  firstAt: null,
  clusterDays: 0,
  ran: 0,
  among: 1248,
  updates: 0,
  kinds: [],
  health: null,
  gardener: 'v1.149.2',
  stage: 'preview',
}

it('tells in few words what a version went through in another landscape', () => {
  expect(soakedText(canary)).toBe('30 days, 41 clusters, 0 failed')
  expect(soakedText({ ...canary, ran: 1, failed: 2, firstAt: '2026-11-20T12:00:00Z' })).toBe(
    '1 day, 1 cluster, 2 failed',
  )
  expect(soakedText(live)).toBe('0 days, 0 clusters, 0 failed')
  expect(soakedRest(canary)).toBe('723 cluster-days, 41 updates')
  expect(soakedRest({ ...canary, isWhole: false })).toBe('at least 723 cluster-days, 41 updates')
})

test.each([
  [{}, 'v1.149.2', 'Gardener v1.150.0 there, v1.149.2 here; you see all 62 clusters there.'],
  [{ isCut: true, among: 1 }, 'v1.150.0', 'Gardener v1.150.0 on both; you may see 1 cluster there.'],
  [{ gardener: null }, 'v1.150.0', 'Which Gardener works there is not known; you see all 62 clusters there.'],
  [{}, null, 'Which Gardener works here is not known; you see all 62 clusters there.'],
])('%o beside %s: %s', (some, own, text) => {
  expect(unlikeText({ ...canary, ...some }, own)).toBe(text)
})

test.each([
  [[], 'It counts live alone.'],
  [['canary'], 'It counts live and canary.'],
  [['canary', 'dev'], 'It counts live, canary and dev.'],
])('%j: %s', (landscapes, text) => {
  expect(countedLandscapesText('live', landscapes)).toBe(text)
})

it('tells row by row what landscapes recorded, and what the rule says of it', () => {
  const rule = [
    { part: 'clusters', value: 41, limit: 3, isMet: true },
    { part: 'clustersHere', value: 0, limit: 2, isMet: false },
    { part: 'days', value: 30.3, limit: 14, isMet: true },
    { part: 'failures', value: 0, limit: 0, isMet: true },
  ] as const
  const rows = besideRows([live, canary], rule, ZONE, now)
  const told = rows.map(({ title, cells, parts }) => {
    const texts = cells.map(({ strong, rest }) => [strong, rest].filter(Boolean).join(', '))
    return [title, ...texts, ...parts.map(ruleCellText)].join(' | ')
  })
  expect(told).toEqual([
    'How long | 0 days, nobody was seen to run it | 30 days, 723 cluster-days, since 22 Oct | at least 14, since the first cluster: 30 days 7 h, met',
    'How many | 0 clusters, of 1,248 | 41 clusters, of 62 | at least 3: 41 clusters, met | at least 2: 0 clusters here, not met',
    'What failed | 0, of 0 updates | 0, of 41 updates | none allowed: 0 failed updates, met',
    'Health | not known, no cluster of which both is known | 0 h 31 → 0 h 27, of a week, before and since',
    'Where | none | eu-central-1 28, us-east-1 13',
    'Image | none | none',
    'Nobody tried | nothing | in place, ap-1',
  ])
})

describe('in what another landscape is not this one', () => {
  const titles = (told: Partial<LandscapeVersion>, own: Partial<LandscapeVersion> = {}) =>
    differencesFrom(
      { name: 'canary', told: { ...canary, ...told } },
      { name: 'live', told: { ...live, ...own } },
      ZONE,
    ).map(({ title, text }) => `${title}. ${text}`.trim())

  it('is its Gardener, what the reader sees, what it lists, and since when it records', () => {
    expect(titles({})).toEqual([
      'Gardener v1.150.0 on canary, v1.149.2 on live. Updates are made by other code there.',
      'You see all 62 clusters of canary that might run it.',
      'canary lists it: supported, no expiry set. Here: preview, no expiry set.',
      'canary records since 3 May 2026. Of an hour that is not recorded nothing is known, a failure neither.',
    ])
  })

  test.each<[string, Partial<LandscapeVersion>, Partial<LandscapeVersion>, string]>([
    [
      'the same Gardener',
      { gardener: 'v1.149.2' },
      {},
      'Gardener v1.149.2 on both. Updates are made by the same code.',
    ],
    ['one that is not known', { gardener: null }, {}, 'Which Gardener works on canary is not known.'],
    ['one that is not known here', {}, { gardener: null }, 'Which Gardener works on live is not known.'],
    [
      'fewer rights',
      { isCut: true, among: 12 },
      {},
      'You may see 12 clusters of canary that might run it. There may be others, of which nothing counts here.',
    ],
    ['the same entry', { stage: 'preview' }, {}, 'canary lists it: preview, no expiry set. The same as here.'],
    [
      'a date',
      { expires: '2027-03-01T12:00:00Z' },
      {},
      'canary lists it: supported, expires 1 Mar 2027. Here: preview, no expiry set.',
    ],
    ['no record', { since: null }, {}, 'canary has recorded nothing.'],
  ])('%s', (_, told, own, sentence) => {
    expect(titles(told, own)).toContain(sentence)
  })
})

it('names landscapes that a rule counts and that are not named', () => {
  expect(unnamedText(['canary'], ['canary', 'live'])).toBeNull()
  expect(unnamedText(['canary', 'dev', 'test'], ['canary'])).toBe(
    'The rule counts dev and test, which LANDSCAPES does not name.',
  )
})

it('tells what counted when a draft was applied', () => {
  const counted = { landscape: 'canary', image: null, version: '1.36.2', clusters: 41, days: 30.3, failures: 0 }
  expect(countedText(counted)).toBe('canary, 1.36.2: 30 days, 41 clusters, 0 failed')
  expect(countedText({ ...counted, image: 'gardenlinux' })).toContain('canary, gardenlinux 1.36.2: ')
})
