import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt } from '@/lib/landscape/current-index'
import { theBegunHistory } from '@/lib/landscape/history'
import { findShoot, there } from '@/lib/landscape/lookup'
import type { ShootPastRoute } from '../contract'
import { shootPastView } from './views/shoot-past'

export const answerShootPast: AnswerTo<ShootPastRoute> = async ({ path: { namespace, name }, query }, { garden }) => {
  const index = await indexAt(garden, query.at)
  const position = there(garden, () => findShoot(index, namespace, name))
  return shootPastView(index, position, await theBegunHistory())
}
