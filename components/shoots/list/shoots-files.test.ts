import { expect, test } from 'vitest'
import { filteredFeedQuery } from '@/lib/contract/feeds'
import { allShootsQuery } from '@/lib/contract/shoots'
import { parseQuery } from '@/lib/server/query'
import { type Filters, NO_FILTERS, queryOf } from './filters'
import { shootsFiles } from './shoots-files'

const filters: Filters = {
  ...NO_FILTERS,
  q: 'prod & more',
  project: ['payments', 'logistics'],
  version: ['gardenlinux 1592.9.0'],
  'not.profile': ['aws'],
  window: ['22'],
  event: ['forced'],
  date: '2026-12-15',
}

test('files ask for what the table shows, and the server takes all of it', () => {
  const params = queryOf(filters, { sort: 'name', group: 'project' }, '2026-11-21T18:00:00Z', 'Europe/Berlin')
  const [clusters, calendar] = shootsFiles(params)
  for (const { href } of clusters?.forms ?? []) {
    const { at: _, ...asked } = params
    expect(parseQuery(allShootsQuery, new URL(href, 'http://a').searchParams)).toEqual(asked)
  }
  const { at: _, sort: __, group: ___, ...asked } = params
  expect(parseQuery(filteredFeedQuery, new URL(calendar?.feed ?? '', 'http://a').searchParams)).toEqual(asked)
})
