import type { Metadata } from 'next'
import { filtersQuery, hasFilters, nightQueryOf, pageParams } from '@/components/clusters/filters'
import { SHOOTS } from '@/lib/browser/paths'
import { answerShoot } from '@/lib/questions/cluster/answer/shoot'
import { shootRoute } from '@/lib/questions/cluster/contract'
import { answerClusterViews, answerShoots, answerTonight } from '@/lib/questions/clusters/answer/clusters'
import { clusterViewsRoute, shootsRoute, tonightRoute } from '@/lib/questions/clusters/contract'
import { clusterQueries, clustersQueries } from '@/lib/questions/queries'
import { prefetch, prefetchSoon } from '../answer'
import { askedPage, WithAnswers } from '../asked'
import { beginWithMine } from '../viewer'
import { ShootsClient, TonightClient } from './client'
import { readShootsUrl } from './search-params'

export async function generateMetadata({ searchParams }: PageProps<'/shoots'>): Promise<Metadata> {
  return { title: (await searchParams).view === 'tonight' ? 'Tonight' : 'Clusters' }
}

/** `/shoots`: all clusters, filtered and sorted as the address says; `/shoots?view=tonight`: the windows of the night. */
export default async function ShootsPage(props: PageProps<'/shoots'>) {
  const { search, moment, zone, client } = await askedPage(props)
  const { filters, view } = readShootsUrl(search)
  const views = () =>
    prefetchSoon(
      client,
      clusterViewsRoute,
      answerClusterViews,
      clustersQueries.views({ ...moment, zone, project: [...filters.project] }),
    )
  if (search.get('view') === 'tonight') {
    await Promise.all([
      prefetch(client, tonightRoute, answerTonight, clustersQueries.tonight(nightQueryOf(filters, moment, zone))),
      views(),
    ])
    return (
      <WithAnswers client={client}>
        <TonightClient />
      </WithAnswers>
    )
  }
  if (!hasFilters(filters)) await beginWithMine(SHOOTS, search)
  const params = pageParams(filtersQuery(filters, view, moment, zone))
  const [namespace, name] = view.open?.split('/', 2) ?? []
  await Promise.all([
    prefetch(client, shootsRoute, answerShoots, clustersQueries.shoots(params)),
    namespace && name
      ? prefetch(client, shootRoute, answerShoot, clusterQueries.shoot({ namespace, name }, moment))
      : null,
    views(),
  ])
  return (
    <WithAnswers client={client}>
      <ShootsClient />
    </WithAnswers>
  )
}
