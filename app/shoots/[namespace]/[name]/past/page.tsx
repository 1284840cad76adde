import type { Metadata } from 'next'
import { PastView } from '@/components/cluster/past/past-view'
import { answerShootPast } from '@/lib/questions/cluster/answer/past'
import { shootPastRoute } from '@/lib/questions/cluster/contract'
import { clusterQueries } from '@/lib/questions/queries'
import { WithAnswers } from '../../../../asked'
import { askShoot, shootTitle } from '../shoot-page'

type Props = PageProps<'/shoots/[namespace]/[name]/past'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Past, ${await shootTitle(params)}` }
}

/** `/shoots/garden-payments/checkout-prod/past`: what happened to it, and why. */
export default async function PastPage(props: Props) {
  const { shoot, moment, client, add } = await askShoot(props)
  await add(shootPastRoute, answerShootPast, clusterQueries.past(shoot, moment))
  return (
    <WithAnswers client={client}>
      <PastView shoot={shoot} />
    </WithAnswers>
  )
}
