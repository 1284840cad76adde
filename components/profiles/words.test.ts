import { describe, expect, test } from 'vitest'
import { patchSearch } from '@/lib/browser/url-state'
import {
  bandLines,
  kindWord,
  nodeCount,
  type PathBandBody,
  type PathWords,
  pathEffectText,
  pathSentence,
  pathTimeText,
  stayingLines,
} from '@/lib/words/paths'
import { dayText } from '@/lib/words/time-text'
import { flagDate, nowText, spanLength, spanName } from '@/lib/words/when'
import { NOW } from '../outlook/testdata/answers'
import type { VersionSpan } from '../timeline/rows'
import { path } from './testdata/aws'
import { type ProfileView, profileViewPatch, readSelection, readView } from './view-state'

const zone = '+01:00'
const now = Date.parse(NOW)
const t = (text: string) => Date.parse(text)

const span = (look: VersionSpan['look'], from: string | null, to: string | null): VersionSpan => ({
  look,
  from: from === null ? null : t(from),
  to: to === null ? null : t(to),
})

describe('dates in words', () => {
  test('a flag far away carries its year', () => {
    expect(flagDate(t('2027-03-02T23:59:59Z'), zone, now)).toBe('2 Mar UTC')
    expect(flagDate(t('2028-03-02T12:00:00Z'), zone, now)).toBe('2 Mar 2028')
  })

  test.each([
    [span('deprecated', '2026-11-21', '2026-12-15'), 'v deprecated, from 21 Nov 2026 to 15 Dec 2026', '24 d'],
    [span('preview', '2026-11-03', null), 'v preview, from 3 Nov 2026, no end set', 'open'],
    [span('supported', null, '2026-09-22'), 'v supported, start unknown, to 22 Sep 2026', 'not known'],
    [span('supported', null, null), 'v supported, no dates set', 'not known'],
    [span('expired', '2026-09-15', null), 'v expired from 15 Sep 2026', 'open'],
  ])('a segment is called %#', (one, name, length) => {
    expect(spanName('v', one, zone)).toBe(name)
    expect(spanLength(one)).toBe(length)
  })
})

test.each([
  [span('deprecated', '2026-11-21', '2026-12-15'), 'deprecated since 21 Nov 2026'],
  [span('supported', null, null), 'supported, start unknown'],
  [span('unclassified', null, null), 'unclassified: Gardener treats it as supported'],
  [span('unclassified', null, '2027-01-03'), 'unclassified: Gardener treats it as supported until 3 Jan 2027'],
])('what a version is now %#', (one, text) => {
  expect(nowText(one, (at) => dayText(at, zone))).toBe(text)
})

describe('the path in words', () => {
  const words: PathWords = { zone, now, isKubernetes: true, path }
  const [auto, forced, next] = path.bands as [PathBandBody, PathBandBody, PathBandBody]

  test('says when, how many, and what it does to the nodes', () => {
    expect(bandLines(auto, words)).toEqual(['tonight, 112 clusters', 'each in its own window, kubelet restart only'])
    expect(bandLines(forced, words)).toEqual([
      'from Tue 15 Dec, 46 clusters',
      'kubelet restart only',
      'unless owners move earlier',
    ])
  })

  test.each([
    ['2026-11-21T20:00:00Z', '2026-11-21T22:00:00Z', 'tonight'],
    ['2026-11-22T00:00:00Z', '2026-11-22T12:00:00Z', 'on Sun 22 Nov'],
    ['2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z', 'from tonight'],
  ])('from %s to %s is %s', (firstAt, lastAt, text) => {
    const band = { ...auto, firstAt, lastAt }
    expect(pathTimeText(band, { ...words, now: Date.parse('2026-11-21T18:00:00Z'), zone: 'UTC' })).toBe(text)
  })

  test('leaves out the count where all take the same way, and names the next minor', () => {
    expect(bandLines(next, words).slice(0, 2)).toEqual(['from Wed 30 Jun 2027', 'next minor, all nodes roll'])
  })

  test.each([
    [{ rolling: 38, inPlace: 2, kubeletRestart: 0 }, 'nodes of 38 clusters roll, 2 clusters in place'],
    [{ rolling: 0, inPlace: 46, kubeletRestart: 0 }, 'all in place'],
    [{ rolling: 0, inPlace: 0, kubeletRestart: 0 }, 'no node is touched'],
  ])('effects %#', (effects, text) => {
    expect(pathEffectText({ ...forced, ...effects }, words)).toBe(text)
  })

  test('says of what fails since when and why', () => {
    const failing: PathBandBody = { ...forced, kind: 'fails', to: null, clusters: 2, cause: 'no-version' }
    expect(kindWord(failing)).toBe('fails every night')
    expect(bandLines(failing, words)).toEqual(['from Tue 15 Dec, 2 clusters', 'no version to move to'])
    expect(bandLines({ ...failing, failedLast: 2 }, words)[0]).toBe('as before, 2 clusters')
    expect(bandLines({ ...failing, failedLast: 1 }, words)[1]).toBe('1 of them failed last time too')
  })

  const forATime: PathBandBody = {
    ...forced,
    kind: 'fails',
    clusters: 3,
    cause: 'image-kubelet < 1.33',
    over: { firstAt: '2027-03-21T21:00:00Z', lastAt: '2027-03-21T22:00:00Z' },
    onward: 'forced',
    kubeletRestart: 3,
  }

  test('says of what fails for a time until when, and how it goes on', () => {
    expect(kindWord(forATime)).toBe('fails every night')
    expect(bandLines(forATime, words)).toEqual([
      'from Tue 15 Dec until Sat 20 Mar 2027, 3 clusters',
      'image allows kubelet < 1.33',
      'then forced to 1.33.7, kubelet restart only',
    ])
    const apart = { ...forATime, over: { firstAt: '2027-03-21T21:00:00Z', lastAt: '2027-03-22T22:00:00Z' } }
    expect(bandLines(apart, words)[0]).toBe('from Tue 15 Dec until Sun 21 Mar 2027 at the latest, 3 clusters')
    expect(pathSentence({ ...words, path: { ...path, bands: [forATime] } })).toBe(
      '1.33.6: fails every night from Tue 15 Dec until Sat 20 Mar 2027, 3 clusters, image allows kubelet < 1.33, then forced to 1.33.7, kubelet restart only.',
    )
  })

  test('says who stays, and that nothing further is known', () => {
    const [, , last] = path.nodes
    if (!last) throw new Error('the sample has three nodes')
    expect(nodeCount(last)).toBe('279 with the 121 there')
    expect(stayingLines(last, 158, words)).toEqual(['no expiry set:', 'nothing further', 'is known'])
    expect(stayingLines(last, 1, words)).toEqual(['1 cluster stays'])
    const ending = (expires: string) => stayingLines({ ...last, expires }, last.clusters, words)
    expect(ending('2028-03-01T00:00:00Z')).toEqual(['expires 1 Mar 2028,', 'beyond what', 'is computed'])
    expect(ending('2027-03-01T00:00:00Z')).toEqual(['expires 1 Mar 2027'])
  })

  test('is one sentence for who cannot see it', () => {
    expect(pathSentence(words)).toBe(
      '1.33.6: auto to 1.33.7 tonight, 112 clusters; 1.33.6: forced to 1.33.7 from Tue 15 Dec, 46 clusters; 1.33.7: forced to 1.34.3 from Wed 30 Jun 2027.',
    )
    expect(pathSentence({ ...words, path: { nodes: [], bands: [] } })).toBe('No cluster moves.')
  })
})

describe('the address of a view', () => {
  const usual: ProfileView = {
    tab: undefined,
    shown: 'timeline',
    zoom: '1y',
    span: '7m',
    range: undefined,
    select: undefined,
    find: '',
  }
  const round = (view: ProfileView) =>
    readView(patchSearch(new URLSearchParams('at=2026-11-21T18:00:00Z'), profileViewPatch(view, 'UTC')))

  test.each<[string, ProfileView]>([
    ['the usual one', usual],
    ['an image', { ...usual, tab: 'gardenlinux' }],
    ['the table, three months', { ...usual, shown: 'table', zoom: '3m' }],
    ['a year of history', { ...usual, shown: 'history', span: '1y' }],
    ['a range of the brush', { ...usual, range: { from: t('2026-08-01'), to: t('2027-02-01') } }],
    ['some versions', { ...usual, find: '1.33' }],
    ['a version of an image', { ...usual, tab: 'gardenlinux', select: 'gardenlinux/934.11.0' }],
    ['an image beside a selected Kubernetes version', { ...usual, tab: 'gardenlinux', select: 'kubernetes/1.33.6' }],
  ])('goes there and back: %s', (_, view) => {
    expect(round(view)).toEqual(view)
  })

  test('leaves other parameters alone and the usual out', () => {
    const search = patchSearch(new URLSearchParams('at=2026-11-21T18:00:00Z&zoom=3m'), profileViewPatch(usual, 'UTC'))
    expect(search.toString()).toBe('at=2026-11-21T18%3A00%3A00Z')
  })

  test.each([
    ['zoom=9y&view=cake&span=6m&range=2027-01-01..2026-01-01', usual],
    ['range=yesterday..tomorrow', usual],
  ])('takes what it cannot read as not given: %s', (text, expected) => {
    expect(readView(new URLSearchParams(text))).toEqual(expected)
  })

  test.each([
    ['kubernetes/1.33.6', { what: 'Kubernetes', version: '1.33.6' }],
    ['gardenlinux/934.11.0', { what: 'gardenlinux', version: '934.11.0' }],
    ['gardenlinux', undefined],
    ['gardenlinux/', undefined],
    ['/1.0', undefined],
  ])('select=%s', (text, expected) => {
    expect(readSelection(text)).toEqual(expected)
  })
})
