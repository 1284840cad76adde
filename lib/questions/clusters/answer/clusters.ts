import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { AnswerTo } from '@/lib/http/answer'
import { inClasses } from '@/lib/landscape/classes'
import { momentOf, nowOf } from '@/lib/landscape/clock'
import { indexAt, readIndexAt } from '@/lib/landscape/current-index'
import { Steps } from '@/lib/process/steps'
import type { ShootsCsvRoute, ShootsJsonRoute, ShootsRoute, TonightRoute } from '../contract'
import { shootsReady, shootsView } from './shoots'
import { shootsCsv, shootsJson } from './shoots-files'
import { nightOf } from './tonight/night'
import { tonightSteps } from './tonight/view'

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
