import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Overview } from '@/components/overview/overview'
import { pinnedAt, readAt } from '@/lib/client/at'
import { queries } from '@/lib/client/queries'
import { makeQueryClient } from '@/lib/client/query-client'
import { prefetch } from './prefetch'
import { viewerOf } from './viewer'

export const metadata: Metadata = { title: { absolute: 'What needs attention – Almanac' } }

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const at = pinnedAt(readAt((await searchParams).at))
  const { zone } = await viewerOf()
  const client = makeQueryClient()
  await Promise.all([prefetch(client, queries.garden({ at, zone })), prefetch(client, queries.policyStatus({ at }))])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Overview />
    </HydrationBoundary>
  )
}
