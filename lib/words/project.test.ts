import { describe, expect, it } from 'vitest'
import { eventOf, windowFrom } from '@/components/outlook/testdata/answers'
import { isMail } from '@/components/projects/subject'
import type { NextEvent } from '@/lib/contract/steps'
import type { ProjectAnswer } from '@/lib/questions/projects/contract'
import { beforeOf, monthNames, nextTargetText, projectHeadline, projectNotice, quietClustersText } from './project'

const at = '2026-11-21T18:00:00Z'
const zone = 'Europe/Berlin'
const nodes = (max: number) => ({ min: max, max })
const next = (begin: string, part: Partial<NextEvent> = {}) =>
  eventOf({ window: windowFrom(begin), to: '1.33.11', nodes: nodes(9), ...part })
const project = (part: object): ProjectAnswer =>
  ({
    name: 'payments',
    at,
    until: '2027-09-08T00:00:00Z',
    figures: { clusters: 31, profiles: 4, nodes: nodes(400), forced: { clusters: 0, updates: 0, nodes: nodes(0) } },
    forced: [],
    stuck: { total: 0, items: [] },
    auto: null,
    quiet: 0,
    ...part,
  }) as unknown as ProjectAnswer

const forced = {
  figures: { clusters: 31, forced: { clusters: 2, updates: 2, nodes: nodes(18) } },
  forced: [
    { name: 'settlement', next: next('2026-12-14T21:00:00Z') },
    { name: 'wallet-eu', next: next('2027-01-01T20:00:00Z') },
  ],
}
const freezes = [{ from: '2026-12-20', to: '2027-01-03' }]
const failing = next('2026-11-21T22:00:00Z', { kind: 'fails', to: null, cause: 'image-kubelet < 1.32' })
const stuck = {
  stuck: {
    total: 1,
    items: [
      { name: 'kyc-legacy', next: failing, failing: null, until: null, remedy: 'Move pool old to another image first' },
    ],
  },
}

describe('the headline', () => {
  it.each<[string, object, string, string]>([
    [
      'forced',
      forced,
      '2 of 31 clusters are forced to move by 1 Jan 2027',
      ', one of them in the freeze; 18 nodes roll.',
    ],
    ['nothing', {}, 'None of 31 clusters is forced to move within 60 days.', ''],
    ['no clusters', { figures: { clusters: 0, forced: { clusters: 0 } } }, 'This project has no clusters.', ''],
    [
      'one',
      { figures: { clusters: 1, forced: { clusters: 0 } } },
      'Its one cluster is not forced to move within 60 days.',
      '',
    ],
  ])('says what is forced: %s', (_, part, fact, rest) => {
    expect(projectHeadline(project(part), freezes, zone)).toMatchObject({ fact, rest })
  })

  it.each([
    [
      'every night as far as can be seen',
      null,
      'kyc-legacy will be stuck: it fails from tonight on.',
      'every night from 21 Nov 2026 on',
    ],
    [
      'until another maintenance gets through',
      '2027-03-20T22:00:00Z',
      'kyc-legacy fails from tonight until Sat 20 Mar 2027.',
      'every night from 21 Nov 2026 until 20 Mar 2027',
    ],
    ['once', failing.window.begin, 'kyc-legacy fails tonight.', 'on 21 Nov 2026'],
  ])('says how long the stuck one fails: %s', (_, until, warning, nights) => {
    const answer = project({
      stuck: { total: 1, items: [{ name: 'kyc-legacy', next: failing, failing: null, until, remedy: null }] },
    })
    expect(projectHeadline(answer, [], zone).warning).toBe(warning)
    expect(projectNotice(answer, [], zone)).toContain(`\nkyc-legacy fails ${nights}: image allows kubelet < 1.32.\n`)
  })

  it.each([
    ['2026-11-10T21:00:00Z', null, 'has failed since 10 Nov 2026, and fails again every night'],
    [
      '2026-11-10T21:00:00Z',
      '2027-03-20T22:00:00Z',
      'has failed since 10 Nov 2026, and fails again every night until 20 Mar 2027',
    ],
    [null, null, 'failed on 20 Nov 2026, and fails again every night'],
  ])('says since when a stuck one has failed, and until when: %s, %s', (since, until, text) => {
    const sofar = { since, nights: null, last: '2026-11-20T21:00:00Z' }
    const item = { name: 'kyc-legacy', next: failing, failing: sofar, until, remedy: null }
    expect(projectNotice(project({ stuck: { total: 1, items: [item] } }), [], zone)).toContain(`kyc-legacy ${text}: `)
  })

  it('calls the stuck ones by name', () => {
    expect(projectHeadline(project(stuck), [], zone).warning).toBe(
      'kyc-legacy will be stuck: it fails from tonight on.',
    )
    const sofar = { since: null, nights: null, last: '2026-11-20T21:00:00Z' }
    const items = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      next: failing,
      failing: null as typeof sofar | null,
      until: null,
      remedy: null,
    }))
    const warning = (some: typeof items) =>
      projectHeadline(project({ stuck: { total: 6, items: some } }), [], zone).warning
    const already = items.map((item) => ({ ...item, failing: sofar }))
    expect(warning(items)).toBe('a, b, c and 3 more will be stuck.')
    expect(warning(already)).toBe('a, b, c and 3 more are stuck.')
    expect(warning([...already.slice(0, 1), ...items.slice(1)])).toBe('a, b, c and 3 more are stuck or will be.')
  })
})

it('says what comes by itself before', () => {
  const auto = {
    date: '2026-11-28',
    clusters: 2,
    nodes: nodes(12),
    next: next('2026-11-28T20:00:00Z', { what: 'gardenlinux', kind: 'auto' }),
  }
  expect(beforeOf(project({ ...forced, auto }), zone)).toEqual({
    when: 'Before that, 28 Nov:',
    text: '2 clusters auto-update. The first goes to gardenlinux 1.33.11. 12 nodes roll. The first forced one is settlement, Mon 14 Dec 22:00 +01:00.',
  })
  expect(beforeOf(project({ auto: { ...auto, clusters: 1, date: '2026-11-21', nodes: nodes(1) } }), zone)).toEqual({
    when: 'Today:',
    text: '1 cluster auto-updates to gardenlinux 1.33.11. 1 node rolls.',
  })
  expect(beforeOf(project({}), zone)).toBeNull()
})

it('writes a notice: a line for each window, then the stuck ones with what helps', () => {
  expect(
    projectNotice(project({ ...forced, ...stuck }), freezes, zone),
  ).toBe(`payments: 2 clusters are forced by 1 Jan 2027

- Mon 14 Dec 22:00: settlement, Kubernetes 1.32.9 → 1.33.11, 9 nodes roll
- Fri 1 Jan 2027 21:00: wallet-eu, Kubernetes 1.32.9 → 1.33.11, 9 nodes roll (freeze)

kyc-legacy fails every night from 21 Nov 2026 on: image allows kubelet < 1.32. Move pool old to another image first.

Times are +01:00, as of 21 Nov 2026, as far as expiry dates are set.
`)
})

it('says what is quiet, and what a month brings', () => {
  const quiet = (many: number, clusters: number) =>
    quietClustersText(project({ quiet: many, figures: { clusters } }), zone)
  expect(quiet(17, 23)).toBe('17 more clusters have nothing ahead before 8 Sep 2027.')
  expect(quiet(1, 23)).toBe('1 more cluster has nothing ahead before 8 Sep 2027.')
  expect(quiet(1, 1)).toBe('Its one cluster has nothing ahead before 8 Sep 2027.')
  expect(quiet(17, 17)).toBe('None of 17 clusters has anything ahead before 8 Sep 2027.')
  const month = { forced: 1, fails: 0, names: ['a', 'b'], clusters: 5 }
  expect(monthNames(month)).toBe('a, b and 3 more')
  expect(monthNames({ ...month, forced: 0 })).toBe('a, b and 3 more by themselves')
})

it.each([
  ['anna@example.com', true],
  ['anna.b+garden@example.com', true],
  ['anna', false],
  ['anna@example.com?bcc=x@evil.example', false],
  ['anna@example.com?bcc=x%40evil.example', false],
  ['anna,x@evil.example', false],
  ['javascript:anna@example.com', false],
  ['anna@example.com&body=x', false],
])('%s is an address that a mail goes to, and to no other: %s', (name, isOne) => {
  expect(isMail({ kind: 'User', name, namespace: null })).toBe(isOne)
})

describe('where a cluster goes next', () => {
  const segment = (version: string, from: string | null) => ({ version, stage: 'supported', from, to: null }) as const
  const move = next('2026-12-14T21:00:00Z')
  const path = { segments: [segment('1.32.9', null), segment('1.33.11', move.window.begin)] }
  it.each<[string, Parameters<typeof nextTargetText>[0], string]>([
    ['nowhere', { ...path, next: null }, ''],
    ['its control plane', { ...path, next: move }, '→ 1.33.11'],
    [
      'its control plane, after another move',
      { segments: [segment('1.31.14', null), segment('1.32.9', '2026-12-01T21:00:00Z')], next: move },
      '→ 1.33.11',
    ],
    ['a pool', { segments: [segment('1.33.11', null)], next: move }, 'a pool 1.32.9 → 1.33.11'],
    [
      'an image',
      { ...path, next: { ...move, what: 'gardenlinux', from: '1877.4.0', to: '1877.5.0' } },
      '→ gardenlinux 1877.5.0',
    ],
    ['why not', { ...path, next: { ...failing } }, 'image allows kubelet < 1.32'],
  ])('%s', (_, one, text) => expect(nextTargetText(one)).toBe(text))
})
