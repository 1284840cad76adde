import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { MoreTimePage } from '@/components/exceptions/more-time-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { answerMoreTime } from '@/lib/questions/exceptions/answer'
import { moreTimeQuery, moreTimeRoute } from '@/lib/questions/exceptions/contract'
import { exceptionsQueries, moreTimeIn } from '@/lib/questions/exceptions/queries'
import { prefetch } from '../../answer'

export const metadata: Metadata = { title: 'More time' }

export default async function Page({ searchParams }: PageProps<'/workbench/more-time'>) {
  await connection()
  const search = await searchParams
  const moment = momentIn(search)
  const texts = Object.entries(search).filter((one): one is [string, string] => typeof one[1] === 'string')
  const read = moreTimeIn(new URLSearchParams(texts).toString())
  // What no question can be made of is asked as if nothing had been asked.
  const draft = read !== null && moreTimeQuery.safeParse(read.asked).success ? read : null
  const client = makeQueryClient()
  if (draft !== null)
    await prefetch(client, moreTimeRoute, answerMoreTime, exceptionsQueries.moreTime({ ...moment, ...draft.asked }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <MoreTimePage draft={draft} key={JSON.stringify([draft?.asked.project, draft?.asked.profile])} />
    </HydrationBoundary>
  )
}
