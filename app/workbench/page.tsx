import type { Metadata } from 'next'
import { ChangesPage, type ChangesView } from '@/components/changes/changes-page'
import { answerJournal } from '@/lib/questions/journal/answer'
import { journalRoute } from '@/lib/questions/journal/contract'
import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'
import { journalQueries, profilesQueries } from '@/lib/questions/queries'
import { prefetch } from '../answer'
import { type AskedPage, askedPage, WithAnswers } from '../asked'

const TITLES: Readonly<Record<ChangesView, string>> = {
  all: 'Changes',
  drafts: 'Drafts',
  guides: 'Guides',
  journal: 'Journal',
}

export async function generateMetadata(props: PageProps<'/workbench'>): Promise<Metadata> {
  return { title: TITLES[viewOf(await askedPage(props))] }
}

/** `/workbench`, with a view as `?view=drafts`, `guides` or `journal`. */
export default async function Page(props: PageProps<'/workbench'>) {
  const asked = await askedPage(props)
  const { search, moment, client } = asked
  const view = viewOf(asked)
  await Promise.all([
    prefetch(client, journalRoute, answerJournal, journalQueries.journal()),
    (view === 'all' || view === 'drafts') &&
      prefetch(client, profilesRoute, answerProfiles, profilesQueries.profiles(moment)),
  ])
  return (
    <WithAnswers client={client}>
      <ChangesPage view={view} profile={search.get('profile') ?? undefined} />
    </WithAnswers>
  )
}

function viewOf({ search }: AskedPage): ChangesView {
  return (['drafts', 'guides', 'journal'] as const).find((one) => one === search.get('view')) ?? 'all'
}
