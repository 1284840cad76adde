import { queryOptions } from '@tanstack/react-query'
import type { ShownMoment } from '@/lib/browser/at'
import { searchText } from '@/lib/browser/fetch-json'
import { askLandscape } from '@/lib/browser/landscapes'
import { timed } from '@/lib/browser/query'
import type { NamedLandscape } from '@/lib/contract/landscapes'
import type { standingRoute } from './contract'

const elsewhereRoute = () => import('./contract').then((contract) => contract.standingRoute)

interface PageQuery extends ShownMoment {
  /** The path of a page. */
  readonly page: string
}

export const landscapesQueries = {
  /** What stands in this landscape. */
  own: (query: PageQuery) => timed<typeof standingRoute>('GET /api/landscapes/standing', { query }),
  /** What stands in another one. The past is each landscape's own. */
  standing: (landscape: NamedLandscape, { page, at }: PageQuery) =>
    queryOptions({
      queryKey: ['landscape', landscape.url, 'standing', page, at ?? null],
      queryFn: ({ signal }) => askLandscape(landscape, `standing${searchText({ page, at })}`, elsewhereRoute, signal),
      meta: { about: { kind: 'elsewhere' } },
      staleTime: 0,
    }),
}
