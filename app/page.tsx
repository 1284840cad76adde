import type { Metadata } from 'next'
import { Overview } from '@/components/overview/overview'
import { OVERVIEW } from '@/lib/browser/paths'
import { landscapeText } from '@/lib/pictures/words'
import { answerMovement, answerOverview } from '@/lib/questions/overview/answer/overview'
import { movementRoute, overviewRoute } from '@/lib/questions/overview/contract'
import { answerPolicyStatus } from '@/lib/questions/policy/answer'
import { policyStatusRoute } from '@/lib/questions/policy/contract'
import { overviewQueries, policyQueries } from '@/lib/questions/queries'
import { askedOf, prefetch, prefetchSoon } from './answer'
import { askedPage, WithAnswers } from './asked'
import { linkPreview } from './preview'
import { beginWithMine } from './viewer'

export async function generateMetadata(props: PageProps<'/'>): Promise<Metadata> {
  const title = 'What needs attention'
  const { moment, zone } = await askedPage(props)
  const answer = await askedOf(overviewRoute, answerOverview, overviewQueries.garden({ ...moment, zone }))
  const description = answer === null ? undefined : landscapeText(answer.figures)
  const preview = await linkPreview({ title, description, picture: '/api/pictures/overview.png', moment })
  return { title: { absolute: `${title} – Almanac` }, ...preview }
}

export default async function OverviewPage(props: PageProps<'/'>) {
  const { search, moment, zone, client } = await askedPage(props)
  const names = search.getAll('project').filter(Boolean)
  if (names.length === 0) await beginWithMine(OVERVIEW, search)
  const project = names.length === 0 ? undefined : names
  await Promise.all([
    prefetch(client, overviewRoute, answerOverview, overviewQueries.garden({ ...moment, zone, project })),
    prefetch(client, policyStatusRoute, answerPolicyStatus, policyQueries.policyStatus(moment)),
    prefetchSoon(client, movementRoute, answerMovement, overviewQueries.movement({ ...moment, zone, project })),
  ])
  return (
    <WithAnswers client={client}>
      <Overview />
    </WithAnswers>
  )
}
