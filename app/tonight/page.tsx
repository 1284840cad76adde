import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { TonightBoard } from '@/components/clusters/tonight/tonight-board'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query-client'
import { answerTonight } from '@/lib/questions/clusters/answer/clusters'
import { tonightRoute } from '@/lib/questions/clusters/contract'
import { clustersQueries } from '@/lib/questions/clusters/queries'
import { prefetch } from '../prefetch'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Tonight' }

export default async function TonightPage({ searchParams }: PageProps<'/tonight'>) {
  const moment = momentIn(await searchParams)
  const { zone } = await viewerOf()
  const client = makeQueryClient()
  await prefetch(client, tonightRoute, answerTonight, clustersQueries.tonight({ ...moment, zone }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TonightBoard />
    </HydrationBoundary>
  )
}
