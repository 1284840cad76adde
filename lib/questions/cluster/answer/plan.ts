import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { applyContextOf } from '@/lib/server/apply/context'
import { indexAt } from '@/lib/server/current-index'
import { theFreezes } from '@/lib/server/freezes'
import { findShoot, there } from '@/lib/server/lookup'
import type { NightsRoute, PlanRoute, ShootApplyRoute } from '../contract'
import { applyToShoot } from './apply'
import { nightsView } from './plan/nights'
import { planView } from './plan/view'

export const answerPlan: AnswerTo<PlanRoute> = async ({ path: { namespace, name }, body }, { garden, identity }) => {
  const index = await indexAt(garden, body.at)
  const position = there(garden, () => findShoot(index, namespace, name))
  return planView({ garden, identity }, index, position, body)
}

export const answerShootApply: AnswerTo<ShootApplyRoute> = ({ path, body }, asker) =>
  applyToShoot(applyContextOf(asker), path, body)

export const answerNights: AnswerTo<NightsRoute> = async ({ path: { namespace, name }, query }, { garden }) => {
  const index = await indexAt(garden, query.at)
  return nightsView(
    index,
    there(garden, () => findShoot(index, namespace, name)),
    theFreezes(),
  )
}
