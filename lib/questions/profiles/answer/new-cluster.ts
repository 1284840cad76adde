import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { instantOf } from '@/lib/landscape/clock'
import { indexAt } from '@/lib/landscape/current-index'
import { findProfile, there } from '@/lib/landscape/lookup'
import { withOffers } from '@/lib/landscape/offers'
import type { DefaultsRoute, NewClusterRoute } from '../contract'
import { defaultsView } from './views/defaults'
import { newClusterView } from './views/new-cluster'

export const answerDefaults: AnswerTo<DefaultsRoute> = async (
  { query: { at, profile, date, kubernetes, machineType, architecture, ...query } },
  { garden },
) => {
  const index = await indexAt(garden, at)
  const { entry } = there(garden, () => findProfile(index, profile.split('/'), undefined))
  const { image, imageVersion } = query
  const day = instantOf('date', date, index.at)
  return defaultsView(index, entry, { date: day, kubernetes, machineType, architecture, image, imageVersion })
}

export const answerNewCluster: AnswerTo<NewClusterRoute> = async (
  { path, query: { at, machineType, kubernetes, runtime } },
  { garden, identity },
) => {
  const index = await indexAt(garden, at)
  const { entry } = there(garden, () => findProfile(index, path.ref, undefined))
  const profile = await withOffers({ garden, identity }, index, entry)
  return newClusterView(index, entry, profile, { machineType, kubernetes, runtime })
}
