import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { JournalPage } from '@/components/journal'
import { journal } from '@/lib/client/journal'
import { makeQueryClient, prefetch } from '@/lib/client/query-client'
import { answerJournal } from '@/lib/server/answers'

export const metadata: Metadata = { title: 'Journal' }

export default async function Page() {
  await connection()
  const client = makeQueryClient()
  await prefetch(client, journal(), answerJournal)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <JournalPage />
    </HydrationBoundary>
  )
}
