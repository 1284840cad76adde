import { describe, expect, test } from 'vitest'
import { plain } from './phrases'
import { type ExpiryBody, missingProfileText, nextExpirySentence, noVersionText, profileExpiryText } from './profiles'

const now = Date.parse('2026-11-21T18:00:00Z')
const expiry = (version: string, day: string, clusters: number, fails = 0, what = 'Kubernetes'): ExpiryBody => ({
  at: `${day}T12:00:00Z`,
  what,
  version,
  clusters,
  fails,
})
const profile = (name: string, ...expiries: ExpiryBody[]) => ({
  ref: { kind: 'CloudProfile', name },
  whole: { expiries },
})

describe('a mark is called', () => {
  test.each([
    [expiry('1.33.7', '2027-06-30', 218), 'Kubernetes 1.33.7 expires on 30 Jun 2027: 218 clusters must leave it'],
    [expiry('15.6', '2027-04-30', 1, 0, 'suse'), 'suse 15.6 expires on 30 Apr 2027: 1 cluster must leave it'],
    [
      expiry('1.33.7', '2027-06-30', 5, 2),
      'Kubernetes 1.33.7 expires on 30 Jun 2027: 5 clusters must leave it, 2 of them cannot',
    ],
    [
      expiry('1.33.7', '2027-06-30', 5, 5),
      'Kubernetes 1.33.7 expires on 30 Jun 2027: 5 clusters must leave it and cannot',
    ],
  ])('%#', (one, text) => expect(profileExpiryText(one, 'UTC')).toBe(text))
})

describe('the headline of all profiles', () => {
  test.each([
    [
      'the first of all expiries',
      [
        profile('aws', expiry('1.34.4', '2026-12-02', 3)),
        profile('gcp', expiry('1.33.4', '2026-11-24', 5), expiry('1.34.4', '2026-11-30', 6)),
      ],
      'The next expiry is gcp Kubernetes 1.33.4 on Tue 24 Nov: 5 clusters are forced off it.',
    ],
    [
      'one cluster',
      [profile('aws', expiry('15.6', '2026-12-02', 1, 0, 'suse'))],
      'The next expiry is aws suse 15.6 on Wed 2 Dec: 1 cluster is forced off it.',
    ],
    [
      'that most of them cannot leave it',
      [profile('aws', expiry('1.34.4', '2026-12-02', 3, 2))],
      'The next expiry is aws Kubernetes 1.34.4 on Wed 2 Dec: 2 clusters cannot leave it.',
    ],
  ])('%s', (_, items, text) => {
    const sentence = nextExpirySentence(items, 'UTC', now)
    expect(sentence && plain(sentence)).toBe(text)
  })

  test('nothing is said where no date hits a cluster', () => {
    expect(nextExpirySentence([profile('aws')], 'UTC', now)).toBeNull()
  })
})

test('what was looked for and is not there is named', () => {
  expect(noVersionText('1.99')).toBe('No version contains 1.99.')
  expect(missingProfileText('awz')).toBe('This garden has no profile awz')
})
