import type { Metadata } from 'next'
import { MaintenanceView } from '@/components/cluster/maintenance/maintenance-view'
import { answerInPlace, answerMaintenance } from '@/lib/questions/cluster/answer/maintenance'
import { inPlaceRoute, maintenanceRoute } from '@/lib/questions/cluster/contract'
import { clusterQueries } from '@/lib/questions/queries'
import { WithAnswers } from '../../../../asked'
import { askShoot, shootTitle } from '../shoot-page'

type Props = PageProps<'/shoots/[namespace]/[name]/maintenance'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Maintenance, ${await shootTitle(params)}` }
}

/** `/shoots/garden-payments/checkout-prod/maintenance`: what its next maintenance does, whether it is refused, and how the last went. */
export default async function MaintenancePage(props: Props) {
  const { shoot, moment, client, add } = await askShoot(props)
  await Promise.all([
    add(maintenanceRoute, answerMaintenance, clusterQueries.maintenance(shoot, moment)),
    add(inPlaceRoute, answerInPlace, clusterQueries.inPlace(shoot, moment)),
  ])
  return (
    <WithAnswers client={client}>
      <MaintenanceView shoot={shoot} />
    </WithAnswers>
  )
}
