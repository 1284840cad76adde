import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { instantOf, nowOf } from '@/lib/landscape/clock'
import { indexAt } from '@/lib/landscape/current-index'
import { findShoot, there } from '@/lib/landscape/lookup'
import { InvalidQuery } from '@/lib/process/errors'
import type { NearestUpdateRoute } from '../contract'
import { nearestUpdateView } from './views/nearest-update'

export const answerNearestUpdate: AnswerTo<NearestUpdateRoute> = async (
  { query: { from, direction, only, namespace, name } },
  { garden },
) => {
  // A time that has passed has today's landscape at that hour.
  const now = nowOf(garden.snapshot())
  const index = await indexAt(garden, instantOf('from', from, now) < now ? from : undefined)
  if ((namespace === undefined) !== (name === undefined))
    throw new InvalidQuery([{ field: 'name', reason: 'is asked for together with `namespace`' }])
  const position =
    namespace === undefined || name === undefined ? undefined : there(garden, () => findShoot(index, namespace, name))
  return nearestUpdateView(index, { from: instantOf('from', from, index.at), direction, only, position })
}
