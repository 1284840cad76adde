import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { InPlaceView } from '@/components/cluster/in-place/in-place-view'
import { answerInPlace } from '@/lib/questions/cluster/answer/maintenance'
import { inPlaceRoute } from '@/lib/questions/cluster/contract'
import { clusterQueries } from '@/lib/questions/cluster/queries'
import { askShoot, shootTitle } from '../asked'

type Props = PageProps<'/shoots/[namespace]/[name]/in-place'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `In place, ${await shootTitle(params)}` }
}

/** `/shoots/garden-payments/checkout-prod/in-place`: how its pools are updated, and which wait. */
export default async function InPlacePage(props: Props) {
  const { shoot, moment, client, add } = await askShoot(props)
  await add(inPlaceRoute, answerInPlace, clusterQueries.inPlace(shoot, moment))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <InPlaceView shoot={shoot} />
    </HydrationBoundary>
  )
}
