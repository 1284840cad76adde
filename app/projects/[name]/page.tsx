import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { ProjectPage } from '@/components/projects/project-page'
import { momentIn } from '@/lib/browser/at'
import { makeQueryClient } from '@/lib/browser/query'
import { authMode } from '@/lib/http/auth'
import { answerProject } from '@/lib/questions/projects/answer'
import { projectRoute } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/queries'
import { prefetch } from '../../answer'
import { viewerOf } from '../../viewer'

type Props = PageProps<'/projects/[name]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) }
}

/** `/projects/payments`: what is ahead of one project, and whom it names. */
export default async function Page({ params, searchParams }: Props) {
  await connection()
  const name = decodeURIComponent((await params).name)
  const moment = momentIn(await searchParams)
  const { zone } = await viewerOf()
  const client = makeQueryClient()
  const asked = await prefetch(client, projectRoute, answerProject, projectsQueries.project(name, { ...moment, zone }))
  if (asked === 'not-found') notFound()
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProjectPage name={name} signsIn={authMode() !== 'none'} />
    </HydrationBoundary>
  )
}
