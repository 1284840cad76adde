import { describe, expect, test } from 'vitest'
import { eventOf, windowFrom } from '@/components/outlook/testdata/answers'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import { draftFigures, groupSpan, NOTHING_AHEAD, noOwnerText, outlookLines } from './draft'
import { chatText, projectNoticeText, projectsToTell, TOLD } from './draft-notice'

/** Sat 21 Nov 2026, 18:00 UTC. */
const now = Date.parse('2026-11-21T18:00:00Z')

const event = (kind: NextEvent['kind'], day: string, to: string | null) =>
  eventOf({
    kind,
    window: windowFrom(`${day}T21:00:00Z`, 60, '+00:00'),
    to,
    nodes: { min: 9, max: 9 },
    cause: kind === 'fails' ? 'no-version' : null,
  })
const row = (change: WhatIfRow['change'], before: NextEvent | null, after: NextEvent | null): WhatIfRow => ({
  namespace: 'garden-payments',
  name: 'settlement',
  project: 'payments',
  profile: { kind: 'CloudProfile', name: 'aws' } as const,
  change,
  before,
  after,
  ofPart: { before: before !== null, after: after !== null },
  nextForced: { before, after },
  shiftDays: null,
  outlook: { before: before === null ? [] : [before], after: after === null ? [] : [after] },
  edits: [0],
})

const none = { stuck: 0, stuckSooner: 0, stuckLater: 0, freed: 0, forced: 0, earlier: 0 }
const NO_CHANGES = { ...none, later: 0, unforced: 0, target: 0, auto: 0 }
const march = event('forced', '2027-03-02', '1.33.7')
const january = event('forced', '2027-01-31', '1.33.7')

describe('before and after of a cluster', () => {
  const fails = event('fails', '2027-03-03', null)
  const image = { ...january, what: 'gardenlinux', from: '1592.2.0', to: '1592.3.0' }
  const tonight = { ...event('auto', '2026-11-21', '1.34.4'), effect: 'kubeletRestart' as const }
  const tomorrow = { ...event('auto', '2026-11-22', '1.34.4'), effect: 'none' as const }
  test.each<[string, NextEvent]>([
    ['2 Mar 2027 → 1.33.7, 9 nodes roll', march],
    ['31 Jan 2027 → gardenlinux 1592.3.0, 9 nodes roll', image],
    ['fails from 3 Mar 2027, every night: no version to move to', fails],
    ['in 3 h → 1.34.4', tonight],
    ['in 27 h → 1.34.4', tomorrow],
    ['23 Nov → 1.34.4, 9 nodes roll', event('auto', '2026-11-23', '1.34.4')],
  ])('%s', (text, ahead) => {
    expect(outlookLines(row('target', ahead, null), 'before', 'UTC', now)).toEqual([{ kind: ahead.kind, text }])
  })

  test.each<[string, NextEvent]>([
    ['Tue 2 Mar 2027 → 1.33.7, 9 nodes roll', march],
    ['Sat 21 Nov 2026 21:00 → 1.34.4', tonight],
    ['Mon 23 Nov 2026 → 1.34.4, 9 nodes roll', event('auto', '2026-11-23', '1.34.4')],
  ])('read on any day: %s', (text, ahead) => {
    const lines = outlookLines(row('target', ahead, null), 'before', 'UTC', now, true)
    expect(lines.map((line) => line.text)).toEqual([text])
  })

  test('is all that is ahead, in order', () => {
    const line = { ...row('stuckLater', fails, fails), outlook: { before: [fails], after: [march, fails] } }
    expect(outlookLines(line, 'after', 'UTC', now).map(({ kind }) => kind)).toEqual(['forced', 'fails'])
    expect(outlookLines(row('forced', null, march), 'before', 'UTC', now)).toEqual([])
    expect(NOTHING_AHEAD).toBe('nothing within 12 months')
  })
})

test.each([
  ['2027-03-22T21:00:00Z', '2027-03-22T23:00:00Z', 'on 22 Mar 2027'],
  ['2026-12-01T21:00:00Z', '2027-03-22T23:00:00Z', '1 Dec to 22 Mar 2027'],
])('a group from %s to %s is told as %s', (from, to, text) => {
  expect(groupSpan({ from, to }, 'UTC', now)).toBe(text)
})

test('a group that is read on any day has the year of both days', () => {
  const span = { from: '2026-12-01T21:00:00Z', to: '2027-03-22T23:00:00Z' }
  expect(groupSpan(span, 'UTC', null)).toBe('1 Dec 2026 to 22 Mar 2027')
})

test('before and after in a notice are all that is forced of the cluster, or fails', () => {
  const kubernetes = 'Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00'
  const automatic = event('auto', '2026-12-01', '1.32.10')
  const line = { ...row('forced', null, march), outlook: { before: [automatic], after: [automatic, march] } }
  const text = projectNoticeText({
    project: 'payments',
    people: { owner: null, addresses: [] },
    changes: NO_CHANGES,
    profile: 'aws',
    plans: [],
    rows: [line],
    total: 1,
    now,
    zone: 'UTC',
    hrefOf: () => 'https://almanac',
  })
  expect(text).toContain(`| nothing is forced within 12 months | ${kubernetes} | 9 nodes roll |`)
})

test('a notice names what is planned, the clusters, and what can be done', () => {
  const text = projectNoticeText({
    project: 'payments',
    people: { owner: 'ada@example.org', addresses: ['ada@example.org', 'bob@example.org'] },
    changes: { ...NO_CHANGES, forced: 1, earlier: 2, auto: 4 },
    profile: 'aws',
    plans: ['Deprecate 1.32.9, expiry 31 Jan 2027'],
    rows: [row('earlier', march, january)],
    total: 3,
    now,
    zone: 'UTC',
    hrefOf: ({ namespace, name }) => `https://almanac/shoots/${namespace}/${name}`,
  })
  expect(text).toContain(
    'This affects 3 clusters of your project: 1 newly forced, 2 forced earlier. Nothing has been applied yet.',
  )
  expect(text).toContain('Owner: ada@example.org')
  expect(text).toContain('To: ada@example.org, bob@example.org')
  expect(text).toContain('- Deprecate 1.32.9, expiry 31 Jan 2027')
  expect(text).toContain(
    '| [settlement](https://almanac/shoots/garden-payments/settlement) | Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00 | Kubernetes 1.32.9 → 1.33.7, forced Sun 31 Jan 2027 21:00–22:00 +00:00 | 9 nodes roll |',
  )
  expect(text).toContain('… and 2 more clusters.')
})

test('for a chat it is plain lines with addresses, without marks of Markdown', () => {
  const text = chatText({
    project: 'payments',
    people: { owner: null, addresses: [] },
    changes: { ...NO_CHANGES, earlier: 1 },
    profile: 'aws',
    plans: ['Deprecate 1.32.9'],
    rows: [row('earlier', march, january)],
    total: 2,
    now,
    zone: 'UTC',
    hrefOf: ({ name }) => `https://almanac/${name}`,
  })
  expect(text.split('\n')).toEqual([
    'payments: planned changes of Kubernetes and image versions',
    'The profile aws is going to change. This affects 2 clusters of your project: 1 forced earlier. Nothing has been applied yet.',
    '- Deprecate 1.32.9',
    'settlement: Kubernetes 1.32.9 → 1.33.7, forced Sun 31 Jan 2027 21:00–22:00 +00:00 (until now: Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00) https://almanac/settlement',
    '… and 1 more cluster.',
    'As of 21 Nov 2026, as far as expiry dates are set.',
    '',
  ])
})

test('a notice says of every cluster what differs, the old target too', () => {
  const rows = [
    row('target', january, event('forced', '2027-01-31', '1.33.8')),
    row('forced', null, january),
    row('later', january, null),
    row('earlier', march, january),
    row('stuck', january, event('fails', '2027-01-31', null)),
    row('freed', event('fails', '2027-01-31', null), january),
  ]
  const hrefOf = () => 'https://almanac'
  const text = projectNoticeText({
    project: 'payments',
    people: { owner: 'ada@example.org', addresses: ['ada@example.org', 'bob@example.org'] },
    changes: { ...NO_CHANGES, forced: 1, earlier: 2, auto: 4 },
    profile: 'aws',
    plans: [],
    rows,
    total: rows.length,
    now,
    zone: 'UTC',
    hrefOf,
  })
  const sides = text.split('\n').flatMap((line) => {
    const [, cluster, before, after] = line.split(' | ').length === 4 ? line.split('|') : []
    return cluster?.includes('settlement') ? [[before?.trim(), after?.trim()]] : []
  })
  expect(sides.length).toBe(rows.length)
  for (const [before, after] of sides) expect(before).not.toBe(after)
  expect(sides[0]).toEqual([
    'Kubernetes 1.32.9 → 1.33.7, forced Sun 31 Jan 2027 21:00–22:00 +00:00',
    'Kubernetes 1.32.9 → 1.33.8, forced Sun 31 Jan 2027 21:00–22:00 +00:00',
  ])
})

test('owners whose clusters only update themselves otherwise are not told', () => {
  const projects = [
    { project: 'search', owner: null, addresses: [], changed: 9, changes: { ...NO_CHANGES, auto: 9 } },
    { project: 'media', owner: null, addresses: [], changed: 7, changes: { ...NO_CHANGES, auto: 6, later: 1 } },
    { project: 'payments', owner: null, addresses: [], changed: 3, changes: { ...NO_CHANGES, forced: 2, stuck: 1 } },
  ]
  expect(projectsToTell({ projects }).map(({ project, clusters }) => ({ project, clusters }))).toEqual([
    { project: 'payments', clusters: 3 },
    { project: 'media', clusters: 1 },
  ])
  expect(TOLD).not.toContain('auto')
})

test('only figures that change are told, with their sign and both values', () => {
  const figures = {
    forced: { before: 41, after: 43 },
    stuck: { date: '2027-03-03', before: 5, after: 3 },
    autoTonight: { before: 14, after: 14 },
    nodes: { before: { min: 1, max: 2871 }, after: { min: 1, max: 2885 } },
  }
  const defaults = [{ image: null, before: ['1.34.3'], after: ['1.34.4'] }]
  const told = draftFigures({ figures, defaults, days: 365 } as unknown as WhatIfAnswer)
  expect(told.map(({ label, value, note, counted }) => `${label}: ${value}, ${note} [${counted}]`)).toEqual([
    'Clusters forced within 12 months: +2, 41 → 43 [forced]',
    'Stuck on 3 Mar 2027: −2, 5 → 3 [stuck]',
    'Nodes that roll within 12 months, at most: +14, 2,871 → 2,885 [nodes]',
    'Default for new clusters: 1.34.4, was 1.34.3 [null]',
  ])
  expect(told.map(({ before, after }) => `${before} ${after}`)).toEqual([
    '41 43',
    '5 3',
    '2,871 2,885',
    '1.34.3 1.34.4',
  ])
  expect(told.some(({ isBad }) => isBad)).toBe(false)
  const more = { figures: { ...figures, autoTonight: { before: 14, after: 20 } }, defaults: [], days: 365 }
  const labels = draftFigures(more as unknown as WhatIfAnswer, true).map(({ label }) => label)
  expect(labels).toContain('Auto-update in the first night')
})

test.each([
  [0, 0, 'No owner to tell: no cluster changes.'],
  [3, 3, 'No owner to tell: only automatic updates change.'],
  [3, 2, null],
])('of %s clusters that change, %s in automatic updates alone: %s', (changed, auto, text) => {
  expect(noOwnerText({ changed, changes: { ...NO_CHANGES, auto } })).toBe(text)
})
