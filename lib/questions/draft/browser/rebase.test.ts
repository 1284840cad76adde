import { describe, expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { decodeDraft, encodeDraft } from './draft'
import { changeSentence, rebased } from './rebase'
import { seenBy } from './seen'
import { standingOf } from './standing'
import { LISTS, sourceOf, withKubernetes } from './testdata'

const deprecate: EditBody = { kind: 'classify', image: null, version: '1.32.9', classification: 'deprecated' }
const source = sourceOf()
const origin = { base: '100', seen: seenBy([deprecate], source.profile) }

describe('a draft and the profile as it is now', () => {
  test.each<[string, typeof LISTS, string, 'current' | 'changed', readonly string[]]>([
    ['nothing has changed', LISTS, '100', 'current', []],
    ['something else of the profile has changed', LISTS, '101', 'changed', []],
    [
      'a date was moved',
      withKubernetes((all) =>
        all.map((v) => (v.version === '1.32.9' ? { ...v, expirationDate: '2027-03-15T23:59:59Z' } : v)),
      ),
      '101',
      'changed',
      ['1.32.9 is now supported until 15 Mar 2027; it was supported until 2 Mar 2027.'],
    ],
    [
      'versions came and went',
      withKubernetes((all) => [{ version: '1.36.0', classification: 'preview' }, ...all.slice(1)]),
      '101',
      'changed',
      ['1.35.0 was removed.', '1.36.0 was added: preview, no expiry.'],
    ],
    [
      'a version has stages now that say the same',
      withKubernetes((all) => [{ version: '1.35.0', lifecycle: [{ classification: 'preview' }] }, ...all.slice(1)]),
      '101',
      'changed',
      ['The stages of 1.35.0 were changed.'],
    ],
    ['a list that the draft does not edit has changed', { ...LISTS, images: [] }, '101', 'changed', []],
  ])('%s', (_, lists, resourceVersion, kind, sentences) => {
    const now = sourceOf(lists, { resourceVersion })
    const standing = standingOf(origin, now)
    expect(standing.kind).toBe(kind)
    const changes = standing.kind === 'changed' ? standing.changes : []
    expect(changes.map((change) => changeSentence(change, now.at, 'UTC'))).toEqual(sentences)
  })

  test('without a resourceVersion what was seen decides', () => {
    const bare = { base: null, seen: origin.seen }
    expect(standingOf(bare, sourceOf(LISTS, { resourceVersion: null })).kind).toBe('current')
    const now = sourceOf(
      withKubernetes((all) => all.slice(0, 4)),
      { resourceVersion: null },
    )
    expect(standingOf(bare, now).kind).toBe('changed')
  })

  test('a draft that does not tell what was seen is said to be so', () => {
    expect(standingOf({ base: '99', seen: [] }, source)).toEqual({ kind: 'changed', changes: [], isKnown: false })
  })
})

describe('rebased on the profile as it is now', () => {
  const now = sourceOf(
    withKubernetes((all) => [
      ...all.slice(0, 3),
      { version: '1.32.9', classification: 'deprecated', expirationDate: '2027-03-15T23:59:59Z' },
    ]),
    { resourceVersion: '101' },
  )
  const standing = standingOf(origin, now)
  const changes = standing.kind === 'changed' ? standing.changes : []

  test('edits that were made by others, or cannot be made any more, go; others stay', () => {
    const expire: EditBody = { kind: 'expire', image: null, version: '1.32.9', expirationDate: '2027-01-31T23:59:59Z' }
    const gone: EditBody = { kind: 'expire', image: null, version: '1.33.7', expirationDate: null }
    const promote: EditBody = { kind: 'classify', image: null, version: '1.34.4', classification: 'supported' }
    const { edits, notes } = rebased([deprecate, expire, gone, promote], now, changes)
    expect(edits).toEqual([expire, promote])
    expect(notes).toEqual([
      { position: 0, isKept: false, text: 'The profile is like that already.' },
      { position: 1, isKept: true, text: '1.32.9 was changed by others as well.' },
      { position: 2, isKept: false, text: 'Kubernetes 1.33.7 is not listed in this profile.' },
    ])
  })
})

test('what was seen travels with the draft', async () => {
  const draft = { profile: 'aws', base: '100', edits: [deprecate], seen: origin.seen }
  const text = await encodeDraft(draft)
  expect(await decodeDraft(text, 'aws')).toEqual({ kind: 'ok', draft })
  expect(text.length).toBeLessThan(400)
})
