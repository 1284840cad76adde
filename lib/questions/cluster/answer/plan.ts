import 'server-only'
import { applyContextOf } from '@/lib/apply/context'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt } from '@/lib/landscape/current-index'
import { theFreezes } from '@/lib/landscape/freezes'
import { findShoot, there } from '@/lib/landscape/lookup'
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
