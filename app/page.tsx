import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Overview } from '@/components/overview/overview'
import { momentIn } from '@/lib/browser/at'
import { OVERVIEW } from '@/lib/browser/paths'
import { makeQueryClient } from '@/lib/browser/query'
import { landscapeText } from '@/lib/pictures/words'
import { answerMovement, answerOverview } from '@/lib/questions/overview/answer/overview'
import { movementRoute, overviewRoute } from '@/lib/questions/overview/contract'
import { answerPolicyStatus } from '@/lib/questions/policy/answer'
import { policyStatusRoute } from '@/lib/questions/policy/contract'
import { overviewQueries, policyQueries } from '@/lib/questions/queries'
import { askedOf, prefetch, prefetchSoon } from './answer'
import { linkPreview } from './preview'
import { searchOf } from './shoots/search-params'
import { beginWithMine, viewerOf } from './viewer'

export async function generateMetadata({ searchParams }: PageProps<'/'>): Promise<Metadata> {
  const title = 'What needs attention'
  const moment = momentIn(await searchParams)
  const { zone } = await viewerOf()
  const answer = await askedOf(overviewRoute, answerOverview, overviewQueries.garden({ ...moment, zone }))
  const description = answer === null ? undefined : landscapeText(answer.figures)
  const preview = await linkPreview({ title, description, picture: '/api/pictures/overview.png', moment })
  return { title: { absolute: `${title} – Almanac` }, ...preview }
}

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const params = await searchParams
  const moment = momentIn(params)
  const { zone } = await viewerOf()
  const names = [params.project ?? []].flat().filter(Boolean)
  if (names.length === 0) await beginWithMine(OVERVIEW, searchOf(params))
  const project = names.length === 0 ? undefined : names
  const client = makeQueryClient()
  await Promise.all([
    prefetch(client, overviewRoute, answerOverview, overviewQueries.garden({ ...moment, zone, project })),
    prefetch(client, policyStatusRoute, answerPolicyStatus, policyQueries.policyStatus(moment)),
    prefetchSoon(client, movementRoute, answerMovement, overviewQueries.movement({ ...moment, zone, project })),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Overview />
    </HydrationBoundary>
  )
}
