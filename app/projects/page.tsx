import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { TeamsPage } from '@/components/projects/teams/teams-page'
import { type OpenedTeamsDraft, readTeamsState, teamsBody } from '@/components/projects/teams/teams-state'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { decodeDraft } from '@/lib/questions/draft/browser/draft'
import { answerWall } from '@/lib/questions/projects/answer'
import { wallRoute } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/queries'
import { draftProblemText } from '@/lib/words/new-edits'
import { prefetch } from '../answer'
import { searchOf } from '../shoots/search-params'
import { viewerOf } from '../viewer'

export const metadata: Metadata = { title: 'Teams' }

/** `/projects`; with `?profile=aws&draft=…` before and after a draft. */
export default async function Page({ searchParams }: PageProps<'/projects'>) {
  await connection()
  const search = searchOf(await searchParams)
  const moment = momentIn(search)
  const { zone } = await viewerOf()
  const opened = await openedDraft(search)
  const client = makeQueryClient()
  await prefetch(
    client,
    wallRoute,
    answerWall,
    projectsQueries.wall(teamsBody(readTeamsState(search), { ...moment, zone, draft: opened.draft })),
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TeamsPage {...opened} />
    </HydrationBoundary>
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
