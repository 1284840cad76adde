import { describe, expect, test } from 'vitest'
import { NO_FILTERS } from '@/components/clusters/filters'
import { patchSearch } from '@/lib/browser/url-state'
import { filtersPatch, readShootsUrl, shootsViewPatch } from './search-params'

describe('the address of the clusters table', () => {
  test.each([
    ['', 'nothing is set, attention first', {}],
    ['q=pay&project=a&project=b&project=a', 'names and lists, each value once', { q: 'pay', project: ['a', 'b'] }],
    [
      'stage=expired&stage=gone&event=forced&effect=roll',
      'unknown words are left out',
      { stage: ['expired'], event: ['forced'] },
    ],
    ['within=90', 'a known number of days', { within: '90' }],
    ['date=2026-12-12', 'a day', { date: '2026-12-12' }],
    ['date=2026-12', 'a month', { date: '2026-12' }],
    ['date=2026-12-12..2026-12-18', 'days', { date: '2026-12-12..2026-12-18' }],
    ['date=2026-12-18..2026-12-12', 'days that end before they begin are not set', {}],
    ['date=2026-02-30', 'a day that there is not is not set', {}],
    [
      'not.project=a&not.stage=expired&not.stage=gone&window=22&window=24&flag=failed&flag=x&to=1.34',
      'what is left out, hours, flags and targets',
      { 'not.project': ['a'], 'not.stage': ['expired'], window: ['22'], flag: ['failed'], to: ['1.34'] },
    ],
    [
      'autoUpdate=image&autoUpdate=all&not.strategy=AutoInPlaceUpdate&cause=no-version&region=eu-1',
      'pools, places and causes',
      {
        autoUpdate: ['image'],
        'not.strategy': ['AutoInPlaceUpdate'],
        cause: ['no-version'],
        region: ['eu-1'],
      },
    ],
    ['within=91&q=%20', 'an unknown number of days and a blank name are not set', {}],
  ])('%s: %s', (text, _, expected) => {
    expect(readShootsUrl(new URLSearchParams(text)).filters).toEqual({ ...NO_FILTERS, ...expected })
  })

  test('what is written is read again, and other parameters stay', () => {
    const first = readShootsUrl(
      new URLSearchParams('project=a&project=b&not.profile=aws&stage=preview&within=none&q=x&date=2026-12'),
    )
    const search = patchSearch(new URLSearchParams('at=2026-11-21T18:00:00Z&open=n/c'), filtersPatch(first.filters))
    expect(readShootsUrl(search)).toEqual(first)
    expect(search.get('at')).toBe('2026-11-21T18:00:00Z')
    expect(search.get('open')).toBeNull()
  })

  test('defaults are not written', () => {
    const search = patchSearch(new URLSearchParams('sort=name&group=project&density=cosy'), {
      ...shootsViewPatch({ sort: 'attention' }),
      ...shootsViewPatch({ density: 'dense' }),
      ...shootsViewPatch({ group: null }),
    })
    expect(search.toString()).toBe('')
    expect(patchSearch(new URLSearchParams(), shootsViewPatch({ open: 'garden-a/b' })).get('open')).toBe('garden-a/b')
  })
})
