import { queryOptions } from '@tanstack/react-query'
import type { Moment } from '@/lib/browser/at'
import { fieldsOf, flag, instant, number, oneOf, orNull, searchText, text } from '@/lib/browser/fetch-json'
import { askLandscape } from '@/lib/browser/landscapes'
import { timed } from '@/lib/browser/query'
import { type Heard, type NamedLandscape, OBJECT_KINDS } from '@/lib/contract/landscapes'
import { RUNNING_STAGES } from '@/lib/contract/words'
import type { StandingAnswer, StandingRoute } from './contract'

type StandingObject = NonNullable<StandingAnswer['object']>

const isStanding = fieldsOf<Pick<StandingAnswer, 'observedAt' | 'clusters' | 'isCut' | 'gardener' | 'object'>>({
  observedAt: instant,
  clusters: number,
  isCut: flag,
  gardener: orNull(text),
  object: orNull(
    fieldsOf<StandingObject>({
      kind: oneOf(OBJECT_KINDS),
      found: orNull(
        fieldsOf<NonNullable<StandingObject['found']>>({
          stage: orNull(oneOf(RUNNING_STAGES)),
          since: orNull(instant),
          clusters: orNull(number),
          version: orNull(text),
        }),
      ),
      newest: orNull(text),
    }),
  ),
})

interface PageQuery extends Moment {
  /** The path of a page. */
  readonly page: string
}

export const landscapesQueries = {
  /** What stands in this landscape. */
  own: (query: PageQuery) => timed<StandingRoute>('GET /api/landscapes/standing', { query }),
  /** What stands in another one. The past is each landscape's own. */
  standing: (landscape: NamedLandscape, { page, at }: PageQuery) =>
    queryOptions({
      queryKey: ['landscape', landscape.url, 'standing', page, at ?? null],
      queryFn: ({ signal }): Promise<Heard<StandingAnswer>> =>
        askLandscape(landscape, `standing${searchText({ page, at })}`, isStanding, signal),
      meta: { about: { kind: 'elsewhere' } },
      staleTime: 0,
    }),
}
