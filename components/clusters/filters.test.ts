import { describe, expect, test } from 'vitest'
import { RUNNING_STAGES, SHOOT_FLAGS, WINDOW_HOURS, WITHIN_DAYS } from '@/lib/contract/words'
import { EFFECT_KINDS, EVENT_KINDS } from '@/lib/engine/kinds'
import {
  type ClusterFilters,
  chipsOf,
  type FilterValues,
  filtersQuery,
  hasFilters,
  NO_FILTERS,
  optionNamed,
  optionsFor,
  toggled,
  turned,
  without,
} from './filters'

const set: ClusterFilters = {
  ...NO_FILTERS,
  project: ['payments', 'search'],
  stage: ['notInProfile'],
  within: '90',
  q: 'pay',
}
const counted = <T extends string>(...values: T[]) => values.map((value) => ({ value, count: 20 }))
const facets: FilterValues = {
  autoUpdate: [],
  strategy: [],
  machine: [],
  region: [],
  purpose: [],
  cause: [],
  project: counted('payments', 'logistics', 'search'),
  profile: counted('aws', 'gcp'),
  minor: counted('1.33', '1.32', '1.30'),
  version: counted('1.33.7', '1.32.9', '1.30.14'),
  image: counted('gardenlinux 1877.5.0', 'suse-chost 15.6.20260930'),
  stage: counted(...RUNNING_STAGES),
  within: counted(...WITHIN_DAYS.filter((value) => value !== 'tonight')),
  event: counted(...EVENT_KINDS),
  effect: counted(...EFFECT_KINDS),
  window: counted(...WINDOW_HOURS),
  flag: counted(...SHOOT_FLAGS),
  to: counted('1.33.7', 'gardenlinux 1877.5.0'),
}
const byAttention = { sort: 'attention', group: null, folded: [] } as const
const found = (typed: string, filters = NO_FILTERS) =>
  optionsFor(typed, filters, facets).map(({ title, options }) => `${title}: ${options.map((o) => o.text).join(', ')}`)

describe('the filters', () => {
  test('chips read as phrases', () => {
    expect(chipsOf(set).map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Name or version has pay',
      'Project is payments, search',
      'Stage is not in profile',
      'Something happens within 90 days',
    ])
    expect(chipsOf({ ...NO_FILTERS, within: 'none' })[0]).toMatchObject({
      label: 'Nothing happens',
      value: 'within 12 months',
    })
    expect(hasFilters(set)).toBe(true)
    expect(hasFilters(NO_FILTERS)).toBe(false)
  })

  test('choosing adds a value, choosing it again takes it away; the given filters are not changed', () => {
    const before = structuredClone(set)
    expect(toggled(set, { name: 'project', value: 'data' }).project).toEqual(['payments', 'search', 'data'])
    expect(toggled(set, { name: 'project', value: 'search' }).project).toEqual(['payments'])
    expect(toggled(set, { name: 'within', value: '7' }).within).toBe('7')
    expect(toggled(set, { name: 'within', value: '90' }).within).toBeNull()
    expect(without(set, 'stage').stage).toEqual([])
    expect(set).toEqual(before)
  })

  test('nothing typed: every filter with its most frequent values, minors before patches', () => {
    const all = found('')
    expect(all).toContain(
      'Something happens: within a day, within 7 days, within 30 days, within 90 days, within 12 months, no update within 12 months',
    )
    expect(all).toContain('Kubernetes: 1.33, 1.32, 1.30, 1.33.7, 1.32.9, 1.30.14')
    expect(all.some((group) => group.startsWith('Name'))).toBe(false)
  })

  test.each([
    ['expi', ['Name or version: expi', 'Stage: expired']],
    ['1.33', ['Name or version: 1.33', 'Kubernetes: 1.33, 1.33.7', 'An event ahead leads to: 1.33.7']],
    ['PROJECT pay', ['Name or version: PROJECT pay', 'Project: payments']],
    ['suse', ['Name or version: suse', 'Image: suse-chost 15.6.20260930']],
    ['zz', ['Name or version: zz']],
    ['22', ['Name or version: 22', 'Window begins: 22:00–22:59']],
    ['hiber', ['Name or version: hiber', 'Cluster is: hibernated']],
    ['leads garden', ['Name or version: leads garden', 'An event ahead leads to: gardenlinux 1877.5.0']],
    ['not aws', ['Profile is not: aws']],
    ['!payments', ['Project is not: payments']],
    ['not roll', ['No event ahead will: roll nodes']],
    ['not 1.33.7', ['Does not run: 1.33.7', 'No event ahead leads to: 1.33.7']],
    ['not within 7', []],
  ])('typed %s', (typed, groups) => {
    expect(found(typed)).toEqual(groups)
  })

  test.each([
    ['payments', 'project payments'],
    [' Payments ', 'project payments'],
    ['forced', 'event forced'],
    ['roll nodes', 'effect rolling'],
    ['expired', 'stage expired'],
    ['1.33', 'version 1.33'],
    ['aws', 'profile aws'],
    ['2026-12', 'date 2026-12'],
    ['hibernated', 'flag hibernated'],
    ['not aws', 'not.profile aws'],
    ['pay', undefined],
    ['', undefined],
  ])('"%s" in full means the %s', (typed, expected) => {
    const named = optionNamed(typed, optionsFor(typed, NO_FILTERS, facets))
    expect(named && `${named.name} ${named.value}`).toBe(expected)
  })

  test('a second name narrows the first one down, and takes no other filter away', () => {
    const narrowed = toggled({ ...set, q: 'checkout' }, { name: 'q', value: 'prod checkout' })
    expect(narrowed).toEqual({ ...set, q: 'checkout prod' })
    const forced = toggled({ ...NO_FILTERS, project: ['payments'] }, { name: 'event', value: 'forced' })
    expect([forced.project, forced.event]).toEqual([['payments'], ['forced']])
  })

  test('a day and a month are filters like others', () => {
    const chip = (date: string) => chipsOf({ ...NO_FILTERS, date }).map(({ label, value }) => `${label} ${value}`)
    expect(chip('2026-12-12')).toEqual(['It happens on Sat 12 Dec 2026'])
    expect(chip('2027-01')).toEqual(['It happens in Jan 2027'])
    expect(found('2026-12-12')).toEqual(['Name or version: 2026-12-12', 'Date: on Sat 12 Dec 2026'])
    expect(chip('2026-12-12..2026-12-18')).toEqual(['It happens from 12 Dec to 18 Dec 2026'])
    expect(without({ ...NO_FILTERS, date: '2026-12' }, 'date')).toEqual(NO_FILTERS)
  })

  test('a filter turns into "is not" and back, beside what is left out already', () => {
    const turnedOnce = turned({ ...set, 'not.project': ['data'] }, 'project')
    expect([turnedOnce.project, turnedOnce['not.project']]).toEqual([[], ['data', 'payments', 'search']])
    expect(chipsOf(turnedOnce).map(({ label, value }) => `${label} ${value}`)).toContain(
      'Project is not data, payments, search',
    )
    expect(turned(turnedOnce, 'not.project').project).toEqual(['data', 'payments', 'search'])
    expect(turned(set, 'within')).toBe(set)
  })

  test('hours, flags, effects and targets read as phrases, and what is left out too', () => {
    const one = (filters: Partial<ClusterFilters>) =>
      chipsOf({ ...NO_FILTERS, ...filters }).map(({ label, value }) => `${label} ${value}`)
    expect(one({ window: ['22', 'any'] })).toEqual(['Window begins 22:00–22:59, at any time'])
    expect(one({ 'not.window': ['03'] })).toEqual(['Window does not begin 03:00–03:59'])
    expect(one({ flag: ['deleting'] })).toEqual(['Cluster is being deleted, its maintenance skipped'])
    expect(one({ to: ['1.34'], 'not.effect': ['rolling'] })).toEqual([
      'No event ahead will roll nodes',
      'An event ahead leads to 1.34',
    ])
  })

  test('every option tells how many clusters it leaves', () => {
    const counts = optionsFor('', NO_FILTERS, facets).flatMap(({ options }) => options.map((option) => option.count))
    expect(counts).not.toContain(null)
  })

  test('what is set is marked', () => {
    const stage = optionsFor('', set, facets).find((group) => group.title === 'Stage')
    expect(stage?.options.filter((option) => option.chosen).map((option) => option.value)).toEqual(['notInProfile'])
  })

  test('equal filters ask with equal keys: what is not set is left out', () => {
    expect(JSON.stringify(filtersQuery(NO_FILTERS, byAttention, {}, 'Asia/Tokyo'))).toBe('{}')
    expect(filtersQuery({ ...NO_FILTERS, date: '2026-12-12' }, byAttention, {}, 'Asia/Tokyo')).toEqual({
      date: '2026-12-12',
      zone: 'Asia/Tokyo',
    })
    const asked = filtersQuery(
      set,
      { sort: 'name', group: 'window', folded: ['22'] },
      { at: '2026-11-21T18:00:00Z' },
      'Asia/Tokyo',
    )
    expect(asked).toEqual({
      at: '2026-11-21T18:00:00Z',
      q: 'pay',
      project: ['payments', 'search'],
      stage: ['notInProfile'],
      within: '90',
      sort: 'name',
      group: 'window',
      fold: ['22'],
    })
  })
})
