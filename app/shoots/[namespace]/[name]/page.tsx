import type { Metadata } from 'next'
import { ForecastView } from '@/components/cluster/forecast-view'
import { answerWhy } from '@/lib/questions/cluster/answer/shoot'
import { whyRoute } from '@/lib/questions/cluster/contract'
import { clusterQueries } from '@/lib/questions/queries'
import { WithAnswers } from '../../../asked'
import { askShoot, shootPreview, shootTitle } from './shoot-page'

type Props = PageProps<'/shoots/[namespace]/[name]'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await shootTitle(props.params), ...(await shootPreview(props)) }
}

/** `/shoots/garden-payments/checkout-prod`: the forecast of one cluster. */
export default async function ShootPage(props: Props) {
  const { shoot, moment, search, client, add } = await askShoot(props)
  const window = search.get('why')
  if (window !== null) await add(whyRoute, answerWhy, clusterQueries.why(shoot, { ...moment, window }))
  return (
    <WithAnswers client={client}>
      <ForecastView shoot={shoot} />
    </WithAnswers>
  )
}
