import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { MoreTimePage } from '@/components/exceptions/more-time-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { answerMoreTime } from '@/lib/questions/exceptions/answer'
import { moreTimeQuery, moreTimeRoute } from '@/lib/questions/exceptions/contract'
import { type AskedMoreTime, exceptionsQueries } from '@/lib/questions/exceptions/queries'
import { prefetch } from '../../answer'

export const metadata: Metadata = { title: 'More time' }

export default async function Page({ searchParams }: PageProps<'/workbench/more-time'>) {
  await connection()
  const search = await searchParams
  const moment = momentIn(search)
  const asked = askedIn(search)
  const client = makeQueryClient()
  if (asked !== null)
    await prefetch(client, moreTimeRoute, answerMoreTime, exceptionsQueries.moreTime({ ...moment, ...asked }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <MoreTimePage asked={asked} key={JSON.stringify([asked?.project, asked?.profile])} />
    </HydrationBoundary>
  )
}

/** What the address asks; null: it does not name all that is needed, or in no way that is understood. */
function askedIn(search: Readonly<Record<string, string | string[] | undefined>>): AskedMoreTime | null {
  const one = (name: string) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [, what, version] = /^([^/]+)\/(.+)$/.exec(one('select') ?? '') ?? []
  const clusters = one('clusters')
  const asked = {
    project: one('project'),
    profile: one('profile'),
    image: what === 'kubernetes' ? null : what,
    version,
    ...(one('until') !== undefined && { until: `${one('until')}T23:59:59Z` }),
    ...(clusters !== undefined && { clusters: clusters === 'none' ? [] : clusters.split(',') }),
  }
  return moreTimeQuery.safeParse(asked).success ? (asked as AskedMoreTime) : null
}
