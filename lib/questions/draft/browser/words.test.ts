import { describe, expect, test } from 'vitest'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { ExpirableVersion, Stage } from '@/lib/engine/types'
import { itemWords } from '@/lib/words/edits'
import { shortNoticeText } from '@/lib/words/findings'
import { shortNoticeOf, usualExpiry, workday } from './dates'
import { effectRow, versionChangesBetween } from './effect-rows'
import { addKinds, newEdits } from './new-edits'
import { editedProfile } from './source'
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

test('a row of the timeline is what the version was until now, then what it will be', () => {
  const edits: EditBody[] = [{ kind: 'classify', image: null, version: '1.32.9', classification: 'deprecated' }]
  const [change] = versionChangesBetween(source.profile, editedProfile(source, edits).profile)
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

test.each<[string, ExpirableVersion]>([
  ['preview', { version: '1.36.0', classification: 'preview' }],
  ['unclassified', { version: '1.36.0' }],
])('a new version begins now and has no ghost: %s', (stage, after) => {
  const row = effectRow({ image: null, version: '1.36.0', before: null, after }, now, 'UTC')
  expect(row).toMatchObject({ kind: 'new', was: null, spans: [{ stage, from: now, to: null }] })
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
  const short = item === undefined ? null : shortNoticeOf(item, source.profile, after, now, source.notice)
  expect(short && shortNoticeText(short)).toBe(expected)
})

test.each([
  [30, null],
  [90, '1.32.9 ends in 71 days: the notice of the policy is 90 days.'],
])('with a policy of %d days', (kubernetes, expected) => {
  const edits: EditBody[] = [{ kind: 'expire', image: null, version: '1.32.9', expirationDate: '2027-01-31T23:59:59Z' }]
  const [item] = itemsOf(edits)
  const after = editedProfile(source, edits).profile
  const { notice } = sourceOf(LISTS, { notice: { kubernetes, images: null } })
  const short = item === undefined ? null : shortNoticeOf(item, source.profile, after, now, notice)
  expect(short && shortNoticeText(short)).toBe(expected)
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
  const kinds = (image: string | null, of = namespaced) => addKinds(of, image)
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
