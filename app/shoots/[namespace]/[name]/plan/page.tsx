import type { Metadata } from 'next'
import { PlanView } from '@/components/cluster/plan/plan-view'
import { answerPlan } from '@/lib/questions/cluster/answer/plan'
import { decodePlan } from '@/lib/questions/cluster/browser/plan-address'
import { planRoute } from '@/lib/questions/cluster/contract'
import { clusterQueries } from '@/lib/questions/queries'
import { WithAnswers } from '../../../../asked'
import { askShoot, shootTitle } from '../shoot-page'

type Props = PageProps<'/shoots/[namespace]/[name]/plan'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Plan, ${await shootTitle(params)}` }
}

/** `/shoots/garden-payments/checkout-prod/plan`: what its owner could change, and what that would do. */
export default async function PlanPage(props: Props) {
  const { shoot, moment, search, client, add } = await askShoot(props)
  const text = search.get('plan')
  const reading = await decodePlan(text)
  if (reading.kind === 'ok')
    await add(planRoute, answerPlan, clusterQueries.plan(shoot, { ...moment, plan: reading.plan }))
  return (
    <WithAnswers client={client}>
      <PlanView shoot={shoot} opened={{ text, reading }} />
    </WithAnswers>
  )
}
