import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { filtersQuery, hasFilters, nightQueryOf, pageParams } from '@/components/clusters/filters'
import { momentIn } from '@/lib/browser/at'
import { SHOOTS } from '@/lib/browser/paths'
import { makeQueryClient } from '@/lib/browser/query'
import { answerShoot } from '@/lib/questions/cluster/answer/shoot'
import { shootRoute } from '@/lib/questions/cluster/contract'
import { answerShoots, answerTonight } from '@/lib/questions/clusters/answer/clusters'
import { shootsRoute, tonightRoute } from '@/lib/questions/clusters/contract'
import { clusterQueries, clustersQueries } from '@/lib/questions/queries'
import { prefetch } from '../answer'
import { beginWithMine, viewerOf } from '../viewer'
import { ShootsClient, TonightClient } from './client'
import { readShootsUrl, searchOf } from './search-params'

export async function generateMetadata({ searchParams }: PageProps<'/shoots'>): Promise<Metadata> {
  return { title: (await searchParams).view === 'tonight' ? 'Tonight' : 'Clusters' }
}

/** `/shoots`: all clusters, filtered and sorted as the address says; `/shoots?view=tonight`: the windows of the night. */
export default async function ShootsPage({ searchParams }: PageProps<'/shoots'>) {
  await connection()
  const search = searchOf(await searchParams)
  const moment = momentIn(search)
  const { filters, view } = readShootsUrl(search)
  const { zone } = await viewerOf()
  if (search.get('view') === 'tonight') {
    const client = makeQueryClient()
    await prefetch(client, tonightRoute, answerTonight, clustersQueries.tonight(nightQueryOf(filters, moment, zone)))
    return (
      <HydrationBoundary state={dehydrate(client)}>
        <TonightClient />
      </HydrationBoundary>
    )
  }
  if (!hasFilters(filters)) await beginWithMine(SHOOTS, search)
  const params = pageParams(filtersQuery(filters, view, moment, zone))
  const [namespace, name] = view.open?.split('/', 2) ?? []
  const client = makeQueryClient()
  await Promise.all([
    prefetch(client, shootsRoute, answerShoots, clustersQueries.shoots(params)),
    namespace && name ? prefetch(client, shootRoute, answerShoot, clusterQueries.shoot(namespace, name, moment)) : null,
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ShootsClient />
    </HydrationBoundary>
  )
}
