import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { readWallState, WallPage, type WallPageProps, wallBody } from '@/components/wall'
import { pinnedAt, readAt } from '@/lib/client/at'
import { decodeDraft } from '@/lib/client/draft'
import { makeQueryClient } from '@/lib/client/query-client'
import { teamQueries } from '@/lib/client/team-queries'
import { prefetch } from '../prefetch'
import { searchOf } from '../shoots/search-params'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Wall' }

/** `/wall`; with `?profile=aws&draft=…` before and after a draft. */
export default async function Page({ searchParams }: PageProps<'/wall'>) {
  await connection()
  const search = searchOf(await searchParams)
  const at = pinnedAt(readAt(search.get('at')))
  const { zone } = await viewerOf()
  const opened = await openedDraft(search.get('profile') ?? '', search.get('draft') ?? '')
  const client = makeQueryClient()
  await prefetch(client, teamQueries.wall(wallBody(readWallState(search), { at, zone, draft: opened.draft })))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WallPage {...opened} />
    </HydrationBoundary>
  )
}

async function openedDraft(profile: string, text: string): Promise<WallPageProps> {
  if (text === '') return { draft: null, problem: null }
  const reading = await decodeDraft(text, profile)
  if (reading.kind === 'problem') return { draft: null, problem: reading.reason }
  const { edits } = reading.draft
  return { draft: { profile, edits, text }, problem: null }
}
