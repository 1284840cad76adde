import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { statusBody } from '@/lib/http/status-body'
import { readIndexAt } from '@/lib/landscape/current-index'
import { pngOf } from '@/lib/pictures/png'
import type { OverviewPictureRoute } from '../contract'
import { gardenView, overviewReady } from './garden'
import { gardenPicture } from './garden-picture'

export const answerOverviewPicture: AnswerTo<OverviewPictureRoute> = async ({ query }, { garden }) => {
  const index = await readIndexAt(garden, query.at)
  await overviewReady(index, 'UTC')
  return pngOf(index, 'overview', () => gardenPicture(gardenView(index, statusBody(garden), 'UTC')))
}
