import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { JournalPage } from '@/components/journal/journal-page'
import { makeQueryClient } from '@/lib/browser/query-client'
import { answerJournal } from '@/lib/questions/journal/answer'
import { journalRoute } from '@/lib/questions/journal/contract'
import { journalQueries } from '@/lib/questions/journal/queries'
import { prefetch } from '../../prefetch'

export const metadata: Metadata = { title: 'Journal' }

export default async function Page() {
  await connection()
  const client = makeQueryClient()
  await prefetch(client, journalRoute, answerJournal, journalQueries.journal())
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <JournalPage />
    </HydrationBoundary>
  )
}
