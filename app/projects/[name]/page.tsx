import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProjectPage } from '@/components/projects/project-page'
import { answerProject } from '@/lib/questions/projects/answer'
import { projectRoute } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/queries'
import { prefetch } from '../../answer'
import { askedPage, WithAnswers } from '../../asked'

type Props = PageProps<'/projects/[name]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) }
}

/** `/projects/payments`: what is ahead of one project, and whom it names. */
export default async function Page(props: Props) {
  const name = decodeURIComponent((await props.params).name)
  const { moment, zone, client } = await askedPage(props)
  const asked = await prefetch(client, projectRoute, answerProject, projectsQueries.project(name, { ...moment, zone }))
  if (asked === 'not-found') notFound()
  return (
    <WithAnswers client={client}>
      <ProjectPage name={name} />
    </WithAnswers>
  )
}
