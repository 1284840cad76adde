import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { AnswerTo } from '@/lib/server/answer'
import { inClasses } from '@/lib/server/classes'
import { momentOf, nowOf } from '@/lib/server/clock'
import { indexAt, readIndexAt } from '@/lib/server/current-index'
import { Steps } from '@/lib/server/steps'
import { nightOf } from '@/lib/server/tonight/night'
import { tonightSteps } from '@/lib/server/tonight/view'
import { shootsReady, shootsView } from '@/lib/server/views/shoots'
import { shootsCsv, shootsJson } from '@/lib/server/views/shoots-files'
import type { ShootsCsvRoute, ShootsJsonRoute, ShootsRoute, TonightRoute } from './contract'

export const answerShoots: AnswerTo<ShootsRoute> = async ({ query }, { garden }) => {
  const index = await indexAt(garden, query.at)
  await shootsReady(index, query)
  return shootsView(index, query)
}

export const answerShootsCsv: AnswerTo<ShootsCsvRoute> = async ({ query }, { garden }) =>
  shootsCsv(await inClasses(indexAt(garden, query.at)), query)

export const answerShootsJson: AnswerTo<ShootsJsonRoute> = async ({ query }, { garden }) =>
  shootsJson(await inClasses(indexAt(garden, query.at)), query)

export const answerTonight: AnswerTo<TonightRoute> = async ({ query: { at: pinned, zone } }, { garden }) => {
  const now = nowOf(garden.snapshot())
  const { at } = momentOf(pinned)
  const night = nightOf(zone, at)
  // Ahead of now the night is seen from its begin on, so that what is over by `at` is told as well.
  const from = at <= now ? pinned : night.begin > now ? onWire(night.begin) : undefined
  return new Steps(tonightSteps(await readIndexAt(garden, from), { night, at, zone })).ready()
}
