import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ChangesPage, type ChangesView } from '@/components/changes/changes-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { answerJournal } from '@/lib/questions/journal/answer'
import { journalRoute } from '@/lib/questions/journal/contract'
import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'
import { journalQueries, profilesQueries } from '@/lib/questions/queries'
import { prefetch } from '../answer'

const TITLES: Readonly<Record<ChangesView, string>> = {
  all: 'Changes',
  drafts: 'Drafts',
  guides: 'Guides',
  journal: 'Journal',
}

export async function generateMetadata({ searchParams }: PageProps<'/workbench'>): Promise<Metadata> {
  return { title: TITLES[viewOf(await searchParams)] }
}

/** `/workbench`, with a view as `?view=drafts`, `guides` or `journal`. */
export default async function Page({ searchParams }: PageProps<'/workbench'>) {
  await connection()
  const search = await searchParams
  const view = viewOf(search)
  const profile = typeof search.profile === 'string' ? search.profile : undefined
  const client = makeQueryClient()
  await Promise.all([
    prefetch(client, journalRoute, answerJournal, journalQueries.journal()),
    (view === 'all' || view === 'drafts') &&
      prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(momentIn(search))),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChangesPage view={view} profile={profile} />
    </HydrationBoundary>
  )
}

function viewOf(search: Readonly<Record<string, unknown>>): ChangesView {
  return (['drafts', 'guides', 'journal'] as const).find((one) => one === search.view) ?? 'all'
}
