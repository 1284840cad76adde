import { describe, expect, it } from 'vitest'
import { eventOf, windowFrom } from '@/components/outlook/testdata/answers'
import type { MoreTimeAnswer, MoreTimeCluster, MoreTimeWarning } from '@/lib/contract/more-time'
import type { NextEvent } from '@/lib/contract/steps'
import {
  clusterText,
  endBeforeWords,
  endFlagWords,
  groupNote,
  madeTexts,
  moreTimeChecks,
  moreTimeEndText,
  moreTimeHeadline,
  moreTimeLaneWords,
  moreTimePlans,
  moreTimeVerdict,
  moreTimeWarning,
  movedClusterText,
  noChangeText,
  sameForText,
  withAndWithoutText,
} from './more-time'
import { plain } from './phrases'

const now = '2026-11-21T18:00:00Z'

const event = (begin: string, over: Partial<NextEvent> = {}) =>
  eventOf({ window: windowFrom(begin, 60, '+00:00'), nodes: { min: 1, max: 3 }, ...over })

const cluster = (name: string, over: object = {}) =>
  ({
    name,
    moves: true,
    isThere: false,
    runs: true,
    kubernetes: '1.32.9',
    comes: null,
    change: 'later' as const,
    before: [event('2027-03-03T02:00:00Z')],
    after: [event('2027-05-01T02:00:00Z')],
    stuck: null,
    refusals: [],
    ...over,
  }) as unknown as MoreTimeCluster

const draft = (over: object = {}) =>
  ({
    project: 'iot',
    root: 'aws',
    image: null,
    version: '1.32.9',
    target: { name: 'iot-more-time', namespace: 'garden-iot', isNew: true, own: null },
    parentEnd: '2027-03-02T23:59:59Z',
    until: '2027-04-30T23:59:59Z',
    clusters: [
      cluster('belt-sim'),
      cluster('field-gw', { change: 'stuckLater', stuck: 'From 1 May on pool edge cannot leave ubuntu 22.4.0.' }),
    ],
    refusals: [],
    warnings: [],
    rights: { profile: true, verb: 'modify-spec-kubernetes', modify: true, shoots: true },
    ...over,
  }) as unknown as MoreTimeAnswer

describe('more time for one project', () => {
  it.each([
    ['more', draft(), '2 clusters of iot get 59 days more, until Fri 30 Apr 2027. 1 of them fails all the same.'],
    [
      'less',
      draft({ until: '2027-03-01T23:59:59Z', clusters: [cluster('belt-sim')] }),
      '1 cluster of iot gets 1 day less, until Mon 1 Mar 2027.',
    ],
    [
      'an end where there was none',
      draft({ parentEnd: null, clusters: [cluster('belt-sim')] }),
      '1 cluster of iot gets an end, until Fri 30 Apr 2027.',
    ],
    [
      'one that is another for those that move there than for those that are there',
      draft({
        target: { name: 'iot-more-time', namespace: 'garden-iot', isNew: false, own: '2027-04-10T23:59:59Z' },
        clusters: [cluster('belt-sim'), cluster('field-gw', { moves: false, isThere: true })],
      }),
      '2 clusters of iot get another end, until Fri 30 Apr 2027.',
    ],
    [
      'by the end of the root, where all move there',
      draft({ target: { name: 'iot-more-time', namespace: 'garden-iot', isNew: false, own: '2027-04-10T23:59:59Z' } }),
      '2 clusters of iot get 59 days more, until Fri 30 Apr 2027. 1 of them fails all the same.',
    ],
    [
      'none, as the date is dropped',
      draft({ warnings: [{ code: 'dropped' }] }),
      'Kubernetes 1.32.9 ends for iot when it ends in aws: this date changes nothing.',
    ],
    [
      'for all but who is refused to move',
      draft({ clusters: [cluster('belt-sim'), cluster('field-gw', { refusals: [{ rule: 'x', text: 'no' }] })] }),
      '1 cluster of iot gets 59 days more, until Fri 30 Apr 2027. 1 more would be refused.',
    ],
    [
      'for none, as all are refused to move',
      draft({ clusters: [cluster('field-gw', { refusals: [{ rule: 'x', text: 'no' }] })] }),
      'The garden would refuse to move 1 cluster of iot, and no other gets the time.',
    ],
    ['nobody', draft({ clusters: [] }), 'No cluster of iot on aws runs Kubernetes 1.32.9, or is to move.'],
  ])('has a headline: %s', (_, given, text) => {
    expect(plain(moreTimeHeadline(given, 'UTC'))).toBe(text)
  })

  it.each([
    [
      draft(),
      'It ends with Fri 30 Apr 2027, as it is written: 2027-04-30T23:59:59Z. That is 59 days more than 2 Mar 2027, the date in aws.',
    ],
    [
      draft({ until: '2027-02-28T23:59:59Z' }),
      'It ends with Sun 28 Feb 2027, as it is written: 2027-02-28T23:59:59Z. That is 2 days less than 2 Mar 2027, the date in aws: it is accepted, but it takes time away.',
    ],
  ])('says below the date how much that is', (given, text) => {
    expect(moreTimeEndText(given, 'UTC')).toBe(text)
  })

  it.each([
    [cluster('a'), 'forced 3 Mar 2027'],
    [
      cluster('a', {
        before: [event('2026-12-05T02:00:00Z', { what: 'linux', from: '1.0.0' }), event('2027-03-03T02:00:00Z')],
      }),
      'forced 3 Mar 2027',
    ],
    [
      cluster('a', { before: [event('2027-03-03T02:00:00Z', { kind: 'fails', kinds: ['fails'], to: null })] }),
      'fails from 3 Mar 2027',
    ],
    [cluster('a', { isThere: true }), 'on it already'],
    [
      cluster('a', { runs: false, kubernetes: '1.31.12', comes: '2026-12-31T01:00:00Z' }),
      '1.31.12. It comes to it on 31 Dec at the earliest, and can move then.',
    ],
    [cluster('a', { refusals: [{ text: 'no machine type m' }] }), 'It would be refused: no machine type m'],
  ])('says beside a cluster how it stands', (given, text) => {
    expect(clusterText(given, draft(), 'UTC', now)).toBe(text)
  })

  const fails = (begin: string) => event(begin, { kind: 'fails', kinds: ['fails'], to: null })
  it.each([
    ['one day', [cluster('a'), cluster('b')], '1 May 2027 instead of 3 Mar 2027'],
    [
      'several days',
      [cluster('a'), cluster('b', { before: [event('2027-03-05T02:00:00Z')], after: [event('2027-05-09T02:00:00Z')] })],
      '1 May 2027 to 9 May 2027 instead of 3 Mar 2027 to 5 Mar 2027',
    ],
    [
      'what stays is not told',
      [
        cluster('a', {
          before: [event('2026-12-01T02:00:00Z'), fails('2027-03-03T02:00:00Z')],
          after: [event('2026-12-01T02:00:00Z'), fails('2027-05-01T02:00:00Z')],
        }),
      ],
      '1 May 2027 instead of 3 Mar 2027',
    ],
    ['what goes', [cluster('a', { after: [] })], 'no longer 3 Mar 2027'],
    ['what comes', [cluster('a', { before: [] })], '1 May 2027'],
    ['nothing', [cluster('a', { before: [], after: [] })], ''],
  ])('says beside a group when: %s', (_, clusters, text) => {
    expect(groupNote(clusters, 'UTC', now)).toBe(text)
  })

  it('names the first of many', () => {
    expect(sameForText(['a', 'b'])).toBe('The same for a and b.')
    expect(sameForText(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('The same for a, b, c, d, e and 2 more.')
  })

  it.each([
    [[], {}, {}, 'The garden would accept it'],
    [[{ rule: 'unknown-version', text: '' }], {}, {}, 'The garden would refuse it'],
    [[], { profile: false }, {}, 'The garden would refuse it'],
    [[], { shoots: false }, {}, 'The garden would refuse to move the clusters'],
    [[], {}, { refusals: [{ text: '' }] }, 'The garden would accept all but 1 cluster'],
  ])('has a verdict: %o, %o, %o', (refusals, rights, refused, text) => {
    const clusters = [cluster('a'), cluster('b', refused)]
    const given = draft({ refusals, clusters })
    expect(moreTimeVerdict({ ...given, rights: { ...given.rights, ...rights } })).toBe(text)
  })

  it('has a verdict of a date that is dropped', () => {
    const given = draft({ warnings: [{ code: 'dropped' }] })
    expect(moreTimeVerdict(given)).toBe('The garden would accept it without the date')
  })

  it('tells owners what is planned', () => {
    expect(moreTimePlans(draft(), 'UTC')).toEqual([
      'Kubernetes 1.32.9 until Fri 30 Apr 2027, instead of 2 Mar 2027',
      'belt-sim and field-gw move to iot-more-time; the move alone rolls no node',
    ])
    expect(moreTimePlans(draft({ clusters: [] }), 'UTC')).toHaveLength(1)
  })

  it.each<[MoreTimeWarning, string]>([
    [
      { code: 'stuck-later', clusters: ['field-gw'] },
      '1 cluster is stuck later, not less. Time alone does not free it. field-gw: From 1 May on pool edge cannot leave ubuntu 22.4.0.',
    ],
    [
      {
        code: 'minors-close',
        cluster: 'belt-sim',
        first: '2027-05-01T02:00:00Z',
        second: '2027-06-30T02:00:00Z',
        before: 119,
        others: 2,
      },
      'belt-sim then has two minor updates within 60 days instead of within 119. They come on 1 May 2027 and 30 Jun 2027. So it is with 2 more clusters.',
    ],
    [
      { code: 'holds-parent' },
      'aws cannot lose Kubernetes 1.32.9 while this exception exists. Removing it there would be refused, also after 30 Apr 2027.',
    ],
    [
      { code: 'dropped' },
      'The garden would drop this date without a word. It is over already, and iot-more-time does not have it yet.',
    ],
  ])('warns', (warning, text) => {
    const words = moreTimeWarning(warning, draft(), 'UTC')
    expect(`${words.lead} ${words.text}`).toBe(text)
  })

  it('says what was checked', () => {
    expect(moreTimeChecks(draft())).toEqual([
      { ok: true, text: 'Only the date is written; the stage stays that of aws.' },
      {
        ok: true,
        text: 'aws stays the root of 2 clusters, and each image, machine type and volume type of theirs is there.',
      },
      { ok: true, text: 'You may do this, with modify-spec-kubernetes.' },
    ])
    const rights = { profile: true, verb: 'modify-spec-kubernetes', modify: false, shoots: true }
    const latest = draft({ rights, refusals: [{ rule: 'latest-version-expires', text: '' }] })
    expect(moreTimeChecks(latest).map(({ ok }) => ok)).toEqual([true, false])
    expect(moreTimeChecks(latest).filter(({ ok }) => !ok)).toEqual([
      { ok: false, text: 'You may not do modify-spec-kubernetes. Copy the link for somebody who may.' },
    ])
  })

  it('says what is made', () => {
    expect(madeTexts(draft())).toEqual([
      'NamespacedCloudProfile iot-more-time is made in garden-iot; iot has none of aws yet.',
      '2 clusters then name it as cloudProfile. The move alone rolls no node and restarts no kubelet.',
    ])
  })

  type Moved = Parameters<typeof movedClusterText>[0]
  it('says what became of each cluster', () => {
    expect(movedClusterText({ outcome: 'applied' } as Moved)).toEqual({ ok: true, text: 'moved' })
    expect(movedClusterText({ outcome: 'refused', message: 'No.', causes: [] })).toEqual({
      ok: false,
      text: 'did not move, it was refused: No.',
    })
  })
})

describe('what is drawn of more time', () => {
  const before = '2027-03-02T23:59:59Z'

  it('names the version in both profiles', () => {
    expect(moreTimeLaneWords(draft(), 'aws', 'deprecated')).toEqual({
      place: 'aws, unchanged',
      label: 'deprecated',
      name: 'Kubernetes 1.32.9 deprecated in aws',
      expired: 'Kubernetes 1.32.9 expired in aws',
    })
    expect(moreTimeLaneWords(draft(), 'iot-more-time', 'deprecated')).toEqual({
      place: 'iot-more-time',
      label: 'deprecated, 59 days more',
      name: 'Kubernetes 1.32.9 deprecated in iot-more-time',
      expired: 'Kubernetes 1.32.9 expired in iot-more-time',
    })
  })

  it.each([
    [null, 'was until 2 Mar 2027, as in aws'],
    [before, 'was until 2 Mar 2027'],
  ])('says when it would have ended, with an own date of %s before', (own, label) => {
    const one = draft({ target: { name: 'iot-more-time', namespace: 'garden-iot', isNew: false, own } })
    expect(endBeforeWords(one, before, 'UTC', now)).toEqual({ label, name: 'Kubernetes 1.32.9 was until 2 Mar 2027' })
  })

  it('says when it ends', () => {
    expect(endFlagWords(draft(), 'aws', before, 'UTC')).toEqual({
      text: '2 Mar',
      name: 'Kubernetes 1.32.9 expires 2 Mar 2027 in aws',
    })
    expect(withAndWithoutText(draft())).toBe('Kubernetes 1.32.9 with and without more time')
  })

  it('says what is the same for all', () => {
    expect(noChangeText('iot')).toBe('Nothing changes for any cluster of iot.')
    expect(sameForText(['a', 'b'])).toBe('The same for a and b.')
  })
})
