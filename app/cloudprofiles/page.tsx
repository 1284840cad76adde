import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ProfilesPage } from '@/components/profiles/profiles-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { prefetch } from '../answer'

export const metadata: Metadata = { title: 'Profiles' }

export default async function Page({ searchParams }: PageProps<'/cloudprofiles'>) {
  await connection()
  const moment = momentIn(await searchParams)
  const client = makeQueryClient()
  await prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProfilesPage />
    </HydrationBoundary>
  )
}
