import 'server-only'
import { theComparison } from '@/lib/server/accuracy/the-comparison'
import type { AnswerTo } from '@/lib/server/answer'
import { momentOf } from '@/lib/server/clock'
import { indexAt } from '@/lib/server/current-index'
import { NotReady } from '@/lib/server/errors'
import { isRead } from '@/lib/server/garden'
import { theBegunHistory } from '@/lib/server/history'
import { indexOfProjects } from '@/lib/server/index-of-projects'
import { theMovement } from '@/lib/server/movement/the-movement'
import { movementView } from '@/lib/server/movement/view'
import { statusBody } from '@/lib/server/status-body'
import { gardenView, overviewReady } from '@/lib/server/views/garden'
import type { MovementRoute, OverviewRoute } from '../contract'

export const answerOverview: AnswerTo<OverviewRoute> = async ({ query: { at, zone = 'UTC', project } }, { garden }) => {
  const index = indexOfProjects(await indexAt(garden, at), project)
  await overviewReady(index, zone)
  return gardenView(index, statusBody(garden), zone)
}

/** Without a forecast of its own, as for `GET /api/accuracy`. */
export const answerMovement: AnswerTo<MovementRoute> = async ({ query }, { garden, sight }) => {
  const { at } = momentOf(query.at)
  if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
  return movementView(theMovement(), theComparison(), await theBegunHistory(), {
    query,
    snapshot: garden.snapshot(),
    isWhole: sight === '',
    at,
  })
}
