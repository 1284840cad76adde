import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { instantOf, nowOf } from '@/lib/server/clock'
import { indexAt } from '@/lib/server/current-index'
import { InvalidQuery } from '@/lib/server/errors'
import { findShoot, there } from '@/lib/server/lookup'
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
