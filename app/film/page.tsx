import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { filmBody } from '@/components/film/film-body'
import { FilmPage } from '@/components/film/film-page'
import { momentIn } from '@/lib/client/at'
import { queries } from '@/lib/client/queries'
import { makeQueryClient } from '@/lib/client/query-client'
import { answerFilmOfDraft } from '@/lib/questions/film/answer'
import { filmOfDraftRoute } from '@/lib/questions/film/contract'
import { openedDraft } from '../opened-draft'
import { prefetch } from '../prefetch'
import { searchOf } from '../shoots/search-params'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Film' }

/** `/film`; `?day=2026-12-20` shows it on a day, `?profile=aws&draft=…` with a draft as its ghost. */
export default async function Page({ searchParams }: PageProps<'/film'>) {
  const search = searchOf(await searchParams)
  const moment = momentIn(search)
  const { zone } = await viewerOf()
  const opened = await openedDraft(search)
  const client = makeQueryClient()
  await prefetch(
    client,
    filmOfDraftRoute,
    answerFilmOfDraft,
    queries.film(filmBody({ ...moment, zone, draft: opened.draft })),
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <FilmPage {...opened} />
    </HydrationBoundary>
  )
}
