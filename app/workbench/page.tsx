import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ProfilesToEdit } from '@/components/draft/profiles-to-edit'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query-client'
import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { prefetch } from '../prefetch'

export const metadata: Metadata = { title: 'Workbench' }

export default async function Page({ searchParams }: PageProps<'/workbench'>) {
  await connection()
  const moment = momentIn(await searchParams)
  const client = makeQueryClient()
  await prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProfilesToEdit />
    </HydrationBoundary>
  )
}
