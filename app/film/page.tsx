import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { FilmPage } from '@/components/film/film-page'
import { pinnedAt, readAt } from '@/lib/client/at'
import { makeQueryClient } from '@/lib/client/query-client'
import { teamQueries } from '@/lib/client/team-queries'
import { prefetch } from '../prefetch'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Film' }

/** `/film`; `?day=2026-12-20` shows it on a day. */
export default async function Page({ searchParams }: PageProps<'/film'>) {
  const at = pinnedAt(readAt((await searchParams).at))
  const { zone } = await viewerOf()
  const client = makeQueryClient()
  await prefetch(client, teamQueries.film({ at, zone }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <FilmPage />
    </HydrationBoundary>
  )
}
