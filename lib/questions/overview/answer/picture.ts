import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { readIndexAt } from '@/lib/server/current-index'
import { gardenPicture } from '@/lib/server/pictures/garden-picture'
import { pngOf } from '@/lib/server/pictures/png'
import { statusBody } from '@/lib/server/status-body'
import { gardenView, overviewReady } from '@/lib/server/views/garden'
import type { OverviewPictureRoute } from '../contract'

export const answerOverviewPicture: AnswerTo<OverviewPictureRoute> = async ({ query }, { garden }) => {
  const index = await readIndexAt(garden, query.at)
  await overviewReady(index, 'UTC')
  return pngOf(index, 'overview', () => gardenPicture(gardenView(index, statusBody(garden), 'UTC')))
}
