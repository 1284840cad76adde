import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/garden'
import { begunSentence, type PresentState } from '@/lib/questions/journal/answer'
import { changedParts, type EditPresence, heldOf } from './intents'

const profile = (versions: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  metadata: { name: 'aws' },
  spec: { kubernetes: { versions }, ...more },
})
const annotated = (annotations: JsonObject, spec: JsonObject = {}): JsonObject => ({ metadata: { annotations }, spec })
const v = (version: string, more: JsonObject = {}): JsonObject => ({ version, ...more })
const dated = v('1.34.6', { expirationDate: '2027-01-01T00:00:00Z' })

describe('what an edit changed', () => {
  it.each<[string, JsonObject, JsonObject, readonly [string, unknown][]]>([
    ['nothing', profile([v('1.35.0')]), profile([v('1.35.0')]), []],
    [
      'a date',
      profile([v('1.35.0'), v('1.34.6')]),
      profile([v('1.35.0'), dated]),
      [['spec kubernetes versions 1.34.6 expirationDate', '2027-01-01T00:00:00Z']],
    ],
    [
      'a new version',
      profile([v('1.34.6')]),
      profile([v('1.35.0', { classification: 'preview' }), v('1.34.6')]),
      [
        ['spec kubernetes versions 1.35.0 version', '1.35.0'],
        ['spec kubernetes versions 1.35.0 classification', 'preview'],
      ],
    ],
    [
      'a version that goes',
      profile([v('1.35.0'), v('1.34.6')]),
      profile([v('1.35.0')]),
      [['spec kubernetes versions 1.34.6', null]],
    ],
    [
      'a list without names',
      profile([], { zones: ['a'] }),
      profile([], { zones: ['a', 'b'] }),
      [['spec zones', ['a', 'b']]],
    ],
  ])('is %s', (_, before, after, parts) => {
    expect(changedParts(before, after).map(({ path, value }) => [path.join(' '), value])).toEqual(parts)
  })
})

describe('an object', () => {
  const date = [profile([v('1.35.0'), v('1.34.6')]), profile([v('1.35.0'), dated])] as const
  const two = [profile([v('1.35.0'), v('1.34.6')]), profile([dated, v('1.36.0')])] as const
  const asked = [annotated({}), annotated({ 'gardener.cloud/operation': 'reconcile' })] as const
  const both = [asked[0], annotated({ 'gardener.cloud/operation': 'maintain' }, { purpose: 'x' })] as const
  it.each<[string, readonly [JsonObject, JsonObject], JsonObject, EditPresence]>([
    ['as it was before', date, date[0], 'none'],
    ['as it was after', date, date[1], 'all'],
    ['in which others have changed something else', date, profile([dated, v('1.36.0'), v('1.33.1')], { a: 1 }), 'all'],
    ['in which others have changed the same', date, profile([v('1.34.6', { expirationDate: '2028' })]), 'none'],
    ['in which that is missing', date, profile([]), 'none'],
    ['in which a part was changed', two, profile([dated, v('1.35.0')]), 'some'],
    ['that is asked for something', asked, asked[1], 'all'],
    ['that was asked, as far as that can be told', asked, asked[0], 'taken'],
    ['that was asked for something else since', asked, annotated({ 'gardener.cloud/operation': 'retry' }), 'none'],
    ['that was asked and has the rest', both, annotated({}, { purpose: 'x' }), 'all'],
  ])('%s', (_, [before, after], now, held) => {
    expect(heldOf(changedParts(before, after), now)).toBe(held)
  })
})

describe('what is known is said:', () => {
  const founds: readonly (readonly [PresentState, string])[] = [
    ['all', 'The profile holds the edit now.'],
    ['some', 'The profile holds a part of the edit now.'],
    ['none', 'The profile does not hold the edit now.'],
    ['taken', 'Whether it was made cannot be told: Gardener takes the annotation away when it begins.'],
    ['gone', 'The profile is gone.'],
    ['unread', 'Whether the profile holds it cannot be told now, as it cannot be read.'],
  ]
  it.each(founds)('%s', (found, said) => {
    expect(begunSentence('open', found, { what: 'profile', kept: 'file' })).toBe(
      `Begun, outcome not known yet. ${said}`,
    )
    expect(begunSentence('ended', found, { what: 'profile', kept: 'file' })).toBe(
      `Begun, outcome not known: Almanac ended before it was told. ${said}`,
    )
    expect(begunSentence('ended', found, { what: 'profile', kept: 'database' })).toBe(
      `Begun, outcome not known: Almanac ended, or lost its database, before it was told. ${said}`,
    )
    expect(begunSentence('unanswered', found, { what: 'shoot', kept: 'process' })).toBe(
      `Begun, outcome not known: no answer of the garden could be read. ${said.replace('profile', 'cluster')}`,
    )
  })
})
