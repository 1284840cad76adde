import type { Metadata } from 'next'
import { TeamsPage } from '@/components/projects/teams/teams-page'
import { type OpenedTeamsDraft, readTeamsState, teamsBody } from '@/components/projects/teams/teams-state'
import { decodeDraft } from '@/lib/questions/draft/browser/draft'
import { answerWall } from '@/lib/questions/projects/answer'
import { wallRoute } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/queries'
import { draftProblemText } from '@/lib/words/new-edits'
import { prefetch } from '../answer'
import { askedPage, WithAnswers } from '../asked'

export const metadata: Metadata = { title: 'Teams' }

/** `/projects`; with `?profile=aws&draft=…` before and after a draft. */
export default async function Page(props: PageProps<'/projects'>) {
  const { search, moment, zone, client } = await askedPage(props)
  const opened = await openedDraft(search)
  await prefetch(
    client,
    wallRoute,
    answerWall,
    projectsQueries.wall(teamsBody(readTeamsState(search), { ...moment, zone, draft: opened.draft })),
  )
  return (
    <WithAnswers client={client}>
      <TeamsPage {...opened} />
    </WithAnswers>
  )
}

/** The draft of an address, `?profile=aws&draft=…`, as the wall shows it. */
async function openedDraft(search: URLSearchParams): Promise<OpenedTeamsDraft> {
  const profile = search.get('profile') ?? ''
  const text = search.get('draft') ?? ''
  if (text === '') return { draft: null, problem: null }
  const reading = await decodeDraft(text, profile)
  if (reading.kind === 'problem') return { draft: null, problem: draftProblemText(reading.problem) }
  const { edits } = reading.draft
  return { draft: { profile, edits, text }, problem: null }
}
