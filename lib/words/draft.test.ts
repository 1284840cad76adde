import { describe, expect, test } from 'vitest'
import { eventOf, windowFrom } from '@/components/outlook/testdata/answers'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import { draftFigures, groupSpan, NOTHING_AHEAD, noOwnerText, outlookLines } from './draft'
import { type NoticeInput, noticeText, projectsToTell, TOLD } from './draft-notice'

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
    ['fails from 3 Mar 2027: no version to move to', fails],
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

const noticeOf = (rows: readonly WhatIfRow[], some: Partial<NoticeInput> = {}, isApplied = false) =>
  noticeText(
    {
      project: 'payments',
      people: { owner: null, addresses: [] },
      changes: NO_CHANGES,
      profile: 'aws',
      plans: [],
      rows,
      total: rows.length,
      now,
      zone: 'UTC',
      hrefOf: ({ name }) => `https://almanac/${name}`,
      ...some,
    },
    isApplied,
  ).split('\n')

test('before and after in a notice are all that is forced of the cluster, or fails', () => {
  const automatic = event('auto', '2026-12-01', '1.32.10')
  const line = { ...row('forced', null, march), outlook: { before: [automatic], after: [automatic, march] } }
  expect(noticeOf([line])).toContain(
    'settlement: Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00, 9 nodes roll (until now: nothing is forced within 12 months) https://almanac/settlement',
  )
})

test('a notice is plain lines: for whom, what is planned, the clusters with addresses, and what can be done', () => {
  const some = {
    people: { owner: 'ada@example.org', addresses: ['ada@example.org', 'bob@example.org'] },
    changes: { ...NO_CHANGES, forced: 1, earlier: 2, auto: 4 },
    plans: ['Deprecate 1.32.9, expiry 31 Jan 2027'],
    total: 3,
  }
  const settlement =
    'settlement: Kubernetes 1.32.9 → 1.33.7, forced Sun 31 Jan 2027 21:00–22:00 +00:00, 9 nodes roll (until now: Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00, 9 nodes roll)'
  const rest = [
    '… and 2 more clusters.',
    'Forced updates happen in the maintenance window even if auto-update is off. To choose your own time, update before.',
    'As of 21 Nov 2026, as far as expiry dates are set.',
    '',
  ]
  expect(noticeOf([row('earlier', march, january)], some)).toEqual([
    'payments: planned changes of Kubernetes and image versions',
    'Owner: ada@example.org; mail: ada@example.org, bob@example.org',
    'The profile aws is going to change. This affects 3 clusters of your project: 1 newly forced, 2 forced earlier. Nothing has been applied yet.',
    '- Deprecate 1.32.9, expiry 31 Jan 2027',
    `${settlement} https://almanac/settlement`,
    ...rest,
  ])
  expect(noticeOf([row('earlier', march, january)], { ...some, hrefOf: () => '' }, true)).toEqual([
    'payments: changes of Kubernetes and image versions',
    'The profile aws has changed. This affects 3 clusters of your project: 1 newly forced, 2 forced earlier.',
    '- Deprecate 1.32.9, expiry 31 Jan 2027',
    settlement,
    ...rest,
  ])
})

test.each<[Partial<NoticeInput>, string]>([
  [
    { isNew: true },
    'The profile aws is going to be made. This affects 1 cluster of your project. Nothing has been applied yet.',
  ],
  [{}, 'The project names no owner.'],
  [{ people: { owner: null, addresses: ['ada@example.org'] } }, 'Mail: ada@example.org'],
  [{}, 'Of updates that fail, the page of the cluster says what stands in the way, and who can help.'],
])('a notice of %o has the line: %s', (some, line) => {
  expect(noticeOf([row('stuck', january, event('fails', '2027-01-31', null))], some)).toContain(line)
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
  const sides = noticeOf(rows).flatMap((line) => {
    const [, after, before] = /^settlement: (.*) \(until now: (.*)\) /.exec(line) ?? []
    return after === undefined ? [] : [[before, after]]
  })
  expect(sides.length).toBe(rows.length)
  for (const [before, after] of sides) expect(before).not.toBe(after)
  expect(sides[0]).toEqual([
    'Kubernetes 1.32.9 → 1.33.7, forced Sun 31 Jan 2027 21:00–22:00 +00:00, 9 nodes roll',
    'Kubernetes 1.32.9 → 1.33.8, forced Sun 31 Jan 2027 21:00–22:00 +00:00, 9 nodes roll',
  ])
})

test('a notice tells of a night that fails for one part that another part is forced in it', () => {
  const both = { ...event('fails', '2027-01-31', null), kinds: ['forced' as const, 'fails' as const] }
  const lines = noticeOf([row('stuck', null, both)])
  expect(lines.find((line) => line.startsWith('settlement'))).toMatch(
    /, fails Sun 31 Jan 2027 .*; another part is forced \(/,
  )
  expect(lines.some((line) => line.startsWith('Forced updates happen'))).toBe(true)
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
