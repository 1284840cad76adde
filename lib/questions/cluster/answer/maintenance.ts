import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt } from '@/lib/landscape/current-index'
import { findShoot, there } from '@/lib/landscape/lookup'
import type { InPlaceRoute, MaintenanceRoute } from '../contract'
import { inPlaceView } from './views/in-place'
import { maintenanceView } from './views/maintenance'

export const answerInPlace: AnswerTo<InPlaceRoute> = async ({ path: { namespace, name }, query }, { garden }) => {
  const index = await indexAt(garden, query.at)
  return inPlaceView(
    index,
    there(garden, () => findShoot(index, namespace, name)),
  )
}

export const answerMaintenance: AnswerTo<MaintenanceRoute> = async (
  { path: { namespace, name }, query },
  { garden, identity },
) => {
  const index = await indexAt(garden, query.at)
  const position = there(garden, () => findShoot(index, namespace, name))
  const shoot = index.roster.members.at(position)?.shoot ?? { namespace, name }
  return maintenanceView(index, position, await garden.events(identity, shoot))
}
