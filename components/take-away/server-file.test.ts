import { expect, test } from 'vitest'
import { parseQuery } from '@/lib/http/read-request'
import { allShootsQuery } from '@/lib/questions/clusters/contract'
import { filteredFeedQuery } from '@/lib/questions/feeds/contract'
import { type ClusterFilters, filtersQuery, NO_FILTERS } from '../clusters/filters'
import { shootsFiles } from './server-file'

const filters: ClusterFilters = {
  ...NO_FILTERS,
  q: 'prod & more',
  project: ['payments', 'logistics'],
  version: ['gardenlinux 1592.9.0'],
  'not.profile': ['aws'],
  window: ['22'],
  cause: ['no-version'],
  'not.region': ['eu-west-1'],
  event: ['forced'],
  date: '2026-12-15',
}

test('files ask for what the filters leave, folded or not, and the server takes all of it', () => {
  const params = filtersQuery(
    filters,
    { sort: 'name', group: 'project', folded: ['media'] },
    { at: '2026-11-21T18:00:00Z' },
    'Europe/Berlin',
  )
  const [clusters, calendar] = shootsFiles(params)
  for (const { href } of clusters?.forms ?? []) {
    const { at: _, fold: __, ...asked } = params
    expect(parseQuery(allShootsQuery, new URL(href, 'http://a').searchParams)).toEqual(asked)
  }
  const { at: _, sort: __, group: ___, fold: ____, ...asked } = params
  expect(parseQuery(filteredFeedQuery, new URL(calendar?.feed ?? '', 'http://a').searchParams)).toEqual(asked)
})
