import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ExceptionsPage } from '@/components/exceptions/exceptions-page'
import { ProfilesPage } from '@/components/profiles/profiles-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { answerExceptions } from '@/lib/questions/exceptions/answer'
import { exceptionsRoute } from '@/lib/questions/exceptions/contract'
import { exceptionsQueries } from '@/lib/questions/exceptions/queries'
import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import { prefetch } from '../answer'

export const metadata: Metadata = { title: 'Profiles' }

export default async function Page({ searchParams }: PageProps<'/cloudprofiles'>) {
  await connection()
  const search = await searchParams
  const moment = momentIn(search)
  const client = makeQueryClient()
  if (search.view === 'exceptions') {
    await prefetch(client, exceptionsRoute, answerExceptions, exceptionsQueries.exceptions(moment))
    return (
      <HydrationBoundary state={dehydrate(client)}>
        <ExceptionsPage />
      </HydrationBoundary>
    )
  }
  await prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProfilesPage />
    </HydrationBoundary>
  )
}
