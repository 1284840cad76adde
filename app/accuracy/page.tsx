import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AccuracyPage } from '@/components/accuracy/accuracy-page'
import { accuracyParameters, questionIn } from '@/components/accuracy/question'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { answerAccuracy } from '@/lib/questions/accuracy/answer'
import { accuracyRoute } from '@/lib/questions/accuracy/contract'
import { accuracyQueries } from '@/lib/questions/queries'
import { prefetch } from '../answer'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Were we right?' }

export default async function Accuracy({ searchParams }: PageProps<'/accuracy'>) {
  const search = await searchParams
  const moment = momentIn(search)
  const { zone } = await viewerOf()
  const client = makeQueryClient()
  const question = questionIn((name) => [search[name] ?? []].flat()[0])
  await prefetch(
    client,
    accuracyRoute,
    answerAccuracy,
    accuracyQueries.accuracy(accuracyParameters(question, zone, moment)),
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AccuracyPage />
    </HydrationBoundary>
  )
}
