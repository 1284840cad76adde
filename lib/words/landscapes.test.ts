import { describe, expect, test } from 'vitest'
import { pageObject } from '@/lib/contract/landscapes'
import { pageObjectName, silenceWords, standingClustersText, standingText } from './landscapes'

const now = Date.parse('2026-11-21T18:00:00Z')
const ZONE = 'Europe/Berlin'

test.each([
  ['/versions/aws/kubernetes/1.34.4', 'version', 'aws 1.34.4'],
  ['/versions/garden-core/aws-ext/gardenlinux/1592.9.0', 'version', 'garden-core/aws-ext gardenlinux 1592.9.0'],
  ['/cloudprofiles/aws', 'profile', 'aws'],
  ['/projects/payments', 'project', 'payments'],
  ['/shoots/garden-payments/checkout-prod/plan', 'cluster', 'garden-payments/checkout-prod'],
])('%s is about a %s', (path, kind, name) => {
  const object = pageObject(path)
  expect([object?.kind, object && pageObjectName(object)]).toEqual([kind, name])
})

test.each(['/', '/shoots', '/workbench/aws', '/versions/aws', '/%'])('%s is about nothing of others', (path) => {
  expect(pageObject(path)).toBeNull()
})

const VERSION = { kind: 'version', profile: 'aws', image: null, version: '1.34.4' } as const
const found = { since: null, clusters: 41, version: null }

test.each([
  ['a version', VERSION, { found, newest: '1.35.0' }, '41 clusters'],
  [
    'one whose date is known',
    VERSION,
    { found: { ...found, since: '2026-10-22T10:00:00Z' }, newest: null },
    'since 22 Oct, 41 clusters',
  ],
  ['one that is not there', VERSION, { found: null, newest: '1.33.7' }, 'has no 1.34.4; its newest is 1.33.7'],
  ['one of a profile that is not there', VERSION, { found: null, newest: null }, 'has no profile aws'],
  ['a profile', { kind: 'profile', name: 'aws' }, { found, newest: '1.35.0' }, '41 clusters, its newest is 1.35.0'],
  ['a project', { kind: 'project', name: 'web' }, { found: { ...found, clusters: 1 }, newest: null }, '1 cluster'],
  [
    'a project that is not there',
    { kind: 'project', name: 'web' },
    { found: null, newest: null },
    'has no project web',
  ],
  [
    'a cluster',
    { kind: 'cluster', namespace: 'garden-web', name: 'prod' },
    { found: { ...found, clusters: null, version: '1.34.4' }, newest: null },
    'Kubernetes 1.34.4',
  ],
] as const)('%s', (_, object, standing, text) => {
  expect(standingText(object, standing, ZONE, now)).toBe(text)
})

test('how many clusters the reader may see', () => {
  expect(standingClustersText({ clusters: 1248, isCut: false })).toBe('1,248 clusters')
  expect(standingClustersText({ clusters: 12, isCut: true })).toBe('12 clusters that you may see')
})

describe('why a landscape says nothing:', () => {
  const words = (heard: Parameters<typeof silenceWords>[0]) => {
    const { text, note } = silenceWords(heard, { name: 'dev' }, ZONE, now)
    return `${text}. ${note}`
  }
  test.each([
    [
      { kind: 'signedOut', message: 'Your session ended.', endedAt: '2026-11-21T11:00:00Z' },
      'Sign in to dev to see it. Your session there ended at 12:00 +01:00.',
    ],
    [
      { kind: 'signedOut', message: 'You are signed out.', endedAt: null },
      'Sign in to dev to see it. You are signed out.',
    ],
    [
      { kind: 'unnamed' },
      'lets this landscape read nothing. Its LANDSCAPES does not name this landscape, or names it at another address.',
    ],
    [
      { kind: 'away', lastAt: null },
      'does not answer. It is away, or below another domain and lets this landscape read nothing: browsers do not tell which.',
    ],
    [{ kind: 'away', lastAt: '2026-11-21T17:41:00Z' }, 'does not answer. It last did at 18:41 +01:00.'],
    [{ kind: 'away', lastAt: '2026-11-19T17:41:00Z' }, 'does not answer. It last did on 19 Nov at 18:41 +01:00.'],
    [{ kind: 'earlier' }, 'does not tell it. Its Almanac is of an earlier release.'],
    [{ kind: 'unreadable' }, 'cannot be read. Its Almanac is of another release than this one.'],
    [{ kind: 'refused', message: 'Ask again.' }, 'does not tell it now. Ask again.'],
  ] as const)('%j', (heard, sentence) => {
    expect(words(heard)).toBe(sentence)
  })
})
