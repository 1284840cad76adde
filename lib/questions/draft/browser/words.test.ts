import { describe, expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import type { ExpirableVersion, Stage } from '@/lib/engine/types'
import { changesBetween } from './changes'
import { noticeWarning, usualExpiry, workday } from './dates'
import { editedProfile } from './edited'
import { effectRow } from './effect-rows'
import { figuresOf } from './figures'
import { hunksOf } from './hunks'
import { itemsOf, itemWords } from './items'
import { loadPaths } from './load-curve'
import { addKinds, newEdits } from './new-edits'
import { noticeText, projectsToTell, TOLD } from './notices'
import { rowWords } from './row-words'
import { AT, LISTS, sourceOf } from './testdata'

const source = sourceOf()
const now = Date.parse(AT)

describe('what an edit does', () => {
  test.each<[string, readonly EditBody[]]>([
    [
      'Deprecate 1.32.9 | expiry 31 Jan 2027',
      [
        { kind: 'classify', image: null, version: '1.32.9', classification: 'deprecated' },
        { kind: 'expire', image: null, version: '1.32.9', expirationDate: '2027-01-31T23:59:59Z' },
      ],
    ],
    [
      'Promote 1.34.4 | was preview',
      [{ kind: 'classify', image: null, version: '1.34.4', classification: 'supported' }],
    ],
    [
      'Put 1.34.3 back to preview | was supported',
      [{ kind: 'classify', image: null, version: '1.34.3', classification: 'preview' }],
    ],
    [
      'Clear the expiry of 1.32.9 | was 2 Mar 2027',
      [{ kind: 'expire', image: null, version: '1.32.9', expirationDate: null }],
    ],
    [
      'Expire gardenlinux 1592.9.0 | 31 Jan 2027',
      [{ kind: 'expire', image: 'gardenlinux', version: '1592.9.0', expirationDate: '2027-01-31T23:59:59Z' }],
    ],
    [
      'Add 1.35.1 | as preview, no expiry',
      [{ kind: 'add', image: null, entry: { version: '1.35.1', classification: 'preview' } }],
    ],
    ['Remove 1.32.9 | supported until 2 Mar 2027', [{ kind: 'remove', image: null, version: '1.32.9' }]],
    [
      'Update strategy of gardenlinux | minor → major',
      [{ kind: 'strategy', image: 'gardenlinux', updateStrategy: 'major' }],
    ],
  ])('%s', (text, edits) => {
    const [item] = itemsOf(edits)
    const words = item && itemWords(item, source.profile, now, 'UTC')
    expect(`${words?.title} | ${words?.note}`).toBe(text)
  })

  test('a version that is added without a classification was none before it is promoted', () => {
    const added = editedProfile(source, [{ kind: 'add', image: null, entry: { version: '1.35.1' } }]).profile
    const [item] = itemsOf([{ kind: 'classify', image: null, version: '1.35.1', classification: 'supported' }])
    expect(item && itemWords(item, added, now, 'UTC')).toEqual({ title: 'Promote 1.35.1', note: 'was unclassified' })
  })
})

test('the lines of a patch: what stays, what goes, what comes', () => {
  const edits: EditBody[] = [
    { kind: 'classify', image: null, version: '1.32.9', classification: 'deprecated' },
    { kind: 'expire', image: null, version: '1.32.9', expirationDate: '2027-01-31T23:59:59Z' },
  ]
  const [hunk] = hunksOf(changesBetween(source.profile, editedProfile(source, edits).profile))
  expect(hunk?.lines.map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)).toEqual([
    ' - version: 1.32.9',
    '-  classification: supported',
    '-  expirationDate: "2027-03-02T23:59:59Z"',
    '+  classification: deprecated',
    '+  expirationDate: "2027-01-31T23:59:59Z"',
  ])
})

test('a row of the timeline is what the version was until now, then what it will be', () => {
  const edits: EditBody[] = [{ kind: 'classify', image: null, version: '1.32.9', classification: 'deprecated' }]
  const [change] = changesBetween(source.profile, editedProfile(source, edits).profile).versions
  const row = change && effectRow(change, now, 'UTC')
  const end = Date.parse('2027-03-02T23:59:59Z')
  expect(row?.spans).toEqual([
    { stage: 'supported', from: null, to: now },
    { stage: 'deprecated', from: now, to: end },
    { stage: 'expired', from: end, to: null },
  ])
  expect(row?.was).toEqual({
    from: null,
    to: end,
    text: 'supported until 2 Mar 2027',
    shortText: 'supported until 2 Mar',
  })
  expect(row?.will).toBe('deprecated until 2 Mar 2027')
})

describe('what a version was and what it will be', () => {
  const stages = (...all: readonly [Stage, string?][]): ExpirableVersion => ({
    version: '1.36.2',
    lifecycle: all.map(([classification, day]) => ({
      classification: classification as 'preview',
      ...(day !== undefined && { startTime: Date.parse(`${day}T12:00:00Z`) }),
    })),
  })
  test.each<[string, string, ExpirableVersion]>([
    ['preview, no expiry', 'preview, no expiry', { version: '1.36.2', classification: 'preview' }],
    [
      'preview until 9 Dec 2026, supported until 27 Sep 2027',
      'preview until 9 Dec',
      stages(['preview', '2026-10-27'], ['supported', '2026-12-09'], ['expired', '2027-09-27']),
    ],
    [
      'unavailable until 21 Dec 2026, preview until 21 Mar 2027, then supported, no expiry',
      'unavailable until 21 Dec',
      stages(['preview', '2026-12-21'], ['supported', '2027-03-21']),
    ],
    ['expired since 7 Oct 2026', 'expired since 7 Oct', stages(['supported'], ['expired', '2026-10-07'])],
  ])('%s; in short: %s', (text, short, before) => {
    const row = effectRow({ image: null, version: before.version, before, after: null }, now, 'UTC')
    expect([row.was?.text, row.was?.shortText]).toEqual([text, short])
    expect(effectRow({ image: null, version: before.version, before: null, after: before }, now, 'UTC').will).toBe(text)
  })

  test('a stage that is edited to begin now has begun', () => {
    const before = stages(['preview', '2026-10-27'], ['supported', '2026-12-09'])
    const after = { version: before.version, lifecycle: [{ classification: 'supported' as const, startTime: now }] }
    const preview = { classification: 'preview' as const, startTime: now - 1000 }
    const row = effectRow(
      { image: null, version: before.version, before, after: { ...after, lifecycle: [preview, ...after.lifecycle] } },
      now,
      'UTC',
    )
    expect(row.will).toBe('supported, no expiry')
  })
})

test('a new version begins now and has no ghost', () => {
  const row = effectRow({ image: null, version: '1.36.0', before: null, after: { version: '1.36.0' } }, now, 'UTC')
  expect(row).toMatchObject({ kind: 'new', was: null, spans: [{ stage: 'supported', from: now, to: null }] })
})

test.each([
  ['2027-01-01', '2027-01-07', 'the turn of the year is over'],
  ['2027-03-20', '2027-03-22', 'a Saturday becomes Monday'],
  ['2027-03-23', '2027-03-23', 'a working day stays'],
])('an expiry on %s is put on %s: %s', (day, expected) => {
  expect(new Date(workday(Date.parse(`${day}T23:59:59Z`))).toISOString()).toBe(`${expected}T23:59:59.000Z`)
})

test('the usual expiry is the working day in 120 days', () => {
  expect(new Date(usualExpiry(now)).toISOString()).toBe('2027-03-22T23:59:59.000Z')
})

test.each([
  ['2027-01-31', '1.32.9 ends in 71 days: the usual notice is 120 days.'],
  ['2027-06-30', null],
  ['2027-03-05', null],
  ['2026-11-01', null],
])('an expiry of 1.32.9 on %s: %s', (day, expected) => {
  const edits: EditBody[] = [{ kind: 'expire', image: null, version: '1.32.9', expirationDate: `${day}T23:59:59Z` }]
  const [item] = itemsOf(edits)
  const after = editedProfile(source, edits).profile
  expect(item && noticeWarning(item, source.profile, after, now, source.notice)).toBe(expected)
})

test.each([
  [30, null],
  [90, '1.32.9 ends in 71 days: the notice of the policy is 90 days.'],
])('with a policy of %d days', (kubernetes, expected) => {
  const edits: EditBody[] = [{ kind: 'expire', image: null, version: '1.32.9', expirationDate: '2027-01-31T23:59:59Z' }]
  const [item] = itemsOf(edits)
  const after = editedProfile(source, edits).profile
  const { notice } = sourceOf(LISTS, { notice: { kubernetes, images: null } })
  expect(item && noticeWarning(item, source.profile, after, now, notice)).toBe(expected)
})

describe('what can be begun', () => {
  const parent = { name: 'aws', lists: LISTS }
  const profile = { kind: 'NamespacedCloudProfile', namespace: 'garden-a', name: 'ext' } as const
  const namespaced = sourceOf(
    {
      ...LISTS,
      images: [...LISTS.images, { name: 'own', updateStrategy: 'major', versions: [] }],
    },
    { parent, profile },
  )
  const kinds = (image: string | null, of = namespaced) => addKinds(of, image).map(({ kind }) => kind)
  test('a namespaced profile only moves dates of its parent', () => {
    expect(kinds(null)).toEqual(['expire', 'clear', 'addImage'])
    expect(kinds('gardenlinux')).toEqual(['expire', 'clear', 'add', 'remove', 'strategy', 'addImage'])
  })
  test('images of its own are edited freely', () => {
    expect(kinds('own')).toContain('deprecate')
    expect(kinds('own')).toContain('removeImage')
  })
  test('the next version is a preview, described like the one before', () => {
    const chosen = { source, profile: source.profile, version: undefined, name: '' }
    expect(newEdits('add', { ...chosen, image: null })).toEqual([
      { kind: 'add', image: null, entry: { version: '1.35.1', classification: 'preview' } },
    ])
    expect(newEdits('add', { ...chosen, image: 'gardenlinux' })).toMatchObject([
      { entry: { version: '1592.9.1', architectures: ['amd64'], cri: [{ name: 'containerd' }] } },
    ])
  })
})

const event = (kind: NextEvent['kind'], day: string, to: string | null): NextEvent => ({
  kind,
  kinds: [kind],
  window: {
    begin: `${day}T21:00:00Z`,
    latestStart: `${day}T21:45:00Z`,
    end: `${day}T22:00:00Z`,
    offset: '+00:00',
  },
  what: 'Kubernetes',
  from: '1.32.9',
  to,
  more: 0,
  effect: 'rolling',
  nodes: { min: 9, max: 9 },
  cause: kind === 'fails' ? 'no-version' : null,
})
const row = (change: WhatIfRow['change'], before: NextEvent | null, after: NextEvent | null, shift: number | null) => ({
  namespace: 'garden-payments',
  name: 'settlement',
  project: 'payments',
  profile: { kind: 'CloudProfile', name: 'aws' } as const,
  change,
  before,
  after,
  ofPart: { before: before !== null, after: after !== null },
  nextForced: { before, after },
  shiftDays: shift,
})
const march = event('forced', '2027-03-02', '1.33.7')
const january = event('forced', '2027-01-31', '1.33.7')

describe('a line of the table', () => {
  test.each<[string, WhatIfRow]>([
    ['2 Mar 2027 | 31 Jan 2027 | −30 days', row('earlier', march, january, -30)],
    ['31 Jan 2027 | 2 Mar 2027 | +30 days', row('later', january, march, 30)],
    ['31 Jan 2027 | not within 12 months | no longer forced', row('later', january, null, null)],
    ['not within 12 months | 31 Jan 2027 | new', row('forced', null, january, null)],
    ['2 Mar 2027 | fails 31 Jan 2027 | stuck, −30 days', row('stuck', march, event('fails', '2027-01-31', null), -30)],
    [
      'not within 12 months | fails 31 Jan 2027 | will be stuck',
      row('stuck', null, event('fails', '2027-01-31', null), null),
    ],
    ['31 Jan 2027 | fails 31 Jan 2027 | fails instead', row('target', january, event('fails', '2027-01-31', null), 0)],
    [
      'not within 12 months | fails 31 Jan 2027 | fails too',
      row('target', null, event('fails', '2027-01-31', null), null),
    ],
    [
      'fails 2 Mar 2027 | fails 31 Jan 2027 | fails, −30 days',
      row('target', event('fails', '2027-03-02', null), event('fails', '2027-01-31', null), -30),
    ],
    [
      'fails 31 Jan 2027 | 31 Jan 2027 | fails no longer',
      row('target', event('fails', '2027-01-31', null), january, 0),
    ],
    ['no update | tonight 21:00 | new', row('auto', null, event('auto', '2026-11-21', '1.34.4'), null)],
    [
      '31 Jan 2027 | 31 Jan 2027 | target was 1.33.7',
      row('target', january, event('forced', '2027-01-31', '1.33.8'), 0),
    ],
  ])('%s', (text, line) => {
    const { before, after, change } = rowWords(line, 'UTC', now)
    expect([before, after, change].join(' | ')).toBe(text)
  })
})

test('before is the whole outlook of a cluster: what is forced of another part is told where this one is not', () => {
  const first = event('forced', '2026-12-15', '1.33.7')
  const image = { ...january, what: 'gardenlinux', from: '1592.2.0', to: '1592.3.0' }
  const told = (line: WhatIfRow) => {
    const { before, after, change } = rowWords(line, 'UTC', now)
    const text = noticeText({
      project: 'payments',
      people: { owner: 'ada@example.org', addresses: ['ada@example.org', 'bob@example.org'] },
      changes: { stuck: 0, freed: 0, forced: 1, earlier: 2, more: 0, later: 0, target: 0, auto: 4 },
      profile: 'aws',
      plans: [],
      rows: [line],
      total: 1,
      now,
      zone: 'UTC',
      hrefOf: () => 'https://almanac',
    })
    const cells = text.split('\n').find((one) => one.startsWith('| [settlement]'))
    return [`${before} | ${after} | ${change}`, cells?.split(' | ').slice(1, 3).join(' | ')]
  }
  const kubernetes = 'Kubernetes 1.32.9 → 1.33.7, forced Tue 15 Dec 21:00–22:00 +00:00'
  const linux = 'gardenlinux 1592.2.0 → 1592.3.0, forced Sun 31 Jan 2027 21:00–22:00 +00:00'
  expect(
    told({ ...row('forced', null, image, null), before: first, nextForced: { before: first, after: first } }),
  ).toEqual([
    'not this, but Kubernetes 15 Dec | 31 Jan 2027 | new',
    `gardenlinux is not forced within 12 months; ${kubernetes} | ${kubernetes}; ${linux}`,
  ])
  expect(
    told({ ...row('later', image, null, null), after: first, nextForced: { before: first, after: first } }),
  ).toEqual([
    '31 Jan 2027 | not this, but Kubernetes 15 Dec | this no longer',
    `${kubernetes}; ${linux} | gardenlinux is not forced within 12 months; ${kubernetes}`,
  ])
  expect(told(row('forced', null, image, null))).toEqual([
    'not within 12 months | 31 Jan 2027 | new',
    `nothing is forced within 12 months | ${linux}`,
  ])
})

test('a notice names what is planned, the clusters, and what can be done', () => {
  const text = noticeText({
    project: 'payments',
    people: { owner: 'ada@example.org', addresses: ['ada@example.org', 'bob@example.org'] },
    changes: { stuck: 0, freed: 0, forced: 1, earlier: 2, more: 0, later: 0, target: 0, auto: 4 },
    profile: 'aws',
    plans: ['Deprecate 1.32.9, expiry 31 Jan 2027'],
    rows: [row('earlier', march, january, -30)],
    total: 3,
    now,
    zone: 'UTC',
    hrefOf: ({ namespace, name }) => `https://almanac/shoots/${namespace}/${name}`,
  })
  expect(text).toContain(
    'This affects 3 clusters of your project: 1 newly forced, 2 earlier. Nothing has been applied yet.',
  )
  expect(text).toContain('Owner: ada@example.org')
  expect(text).toContain('To: ada@example.org, bob@example.org')
  expect(text).toContain('- Deprecate 1.32.9, expiry 31 Jan 2027')
  expect(text).toContain(
    '| [settlement](https://almanac/shoots/garden-payments/settlement) | Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00 | Kubernetes 1.32.9 → 1.33.7, forced Sun 31 Jan 2027 21:00–22:00 +00:00 | 9 nodes roll |',
  )
  expect(text).toContain('… and 2 more clusters.')
})

test('a notice says of every cluster what differs, the old target too', () => {
  const rows = [
    row('target', january, event('forced', '2027-01-31', '1.33.8'), 0),
    row('forced', null, january, null),
    row('later', january, null, null),
    row('earlier', march, january, -30),
    row('stuck', january, event('fails', '2027-01-31', null), 0),
    row('freed', event('fails', '2027-01-31', null), january, 0),
  ]
  const hrefOf = () => 'https://almanac'
  const text = noticeText({
    project: 'payments',
    people: { owner: 'ada@example.org', addresses: ['ada@example.org', 'bob@example.org'] },
    changes: { stuck: 0, freed: 0, forced: 1, earlier: 2, more: 0, later: 0, target: 0, auto: 4 },
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
  const none = { stuck: 0, freed: 0, forced: 0, earlier: 0, more: 0, later: 0, target: 0, auto: 0 }
  const projects = [
    { project: 'search', owner: null, addresses: [], changed: 9, changes: { ...none, auto: 9 } },
    { project: 'media', owner: null, addresses: [], changed: 7, changes: { ...none, auto: 6, later: 1 } },
    { project: 'payments', owner: null, addresses: [], changed: 3, changes: { ...none, forced: 2, stuck: 1 } },
  ]
  expect(projectsToTell({ projects }).map(({ project, clusters }) => ({ project, clusters }))).toEqual([
    { project: 'payments', clusters: 3 },
    { project: 'media', clusters: 1 },
  ])
  expect(TOLD).not.toContain('auto')
})

test('figures say what they count: updates, clusters or nodes', () => {
  const same = (value: number) => ({ before: value, after: value })
  const figures = {
    clusters: 46,
    changed: 44,
    newlyForced: 42,
    changes: { stuck: 0, freed: 0, forced: 40, earlier: 1, more: 0, later: 0, target: 0, auto: 1 },
    updates: { before: 60, after: 102 },
    forced: { before: 41, after: 43 },
    fails: same(1),
    autoTonight: same(14),
    nodes: { before: { min: 1, max: 10 }, after: { min: 1, max: 20 } },
  }
  const told = figuresOf({ figures, defaults: [] } as unknown as WhatIfAnswer)
  expect(told.map(({ label, value, note }) => `${label}: ${value}, ${note}`)).toEqual([
    'Forced updates: +42, 60 → 102 updates',
    'Clusters forced: +2, 41 → 43 clusters',
    'Newly forced: 42, clusters',
    'Forced earlier: 1, cluster',
    'Nodes that roll, at most: +10, 10 → 20 nodes',
  ])
})

test('the curve steps down to the ground again', () => {
  const day = (date: string, before: number, after: number) => {
    const load = (max: number) => ({ forced: 0, fails: 0, auto: 0, nodes: { min: 0, max } })
    return { date, before: load(before), after: load(after) }
  }
  expect(loadPaths([day('2026-11-21', 0, 20), day('2026-11-22', 10, 0)])).toEqual({
    most: 20,
    before: 'M0 100H1V50H2V100',
    after: 'M0 100H0V0H1V100H2V100',
  })
})
