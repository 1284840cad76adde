import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { objectOfDraft } from '@/lib/landscape/draft'
import { there } from '@/lib/landscape/lookup'
import { projectView } from './answer/project'
import { wallCellView, wallView } from './answer/wall'
import type { projectRoute, wallCellRoute, wallRoute } from './contract'

export const answerProject: AnswerTo<typeof projectRoute> = async (
  { path: { name }, query: { at, zone = 'UTC' } },
  { garden },
) => {
  const landscape = await landscapeAt(garden, at)
  return there(garden, () => projectView(landscape, name, zone))
}

export const answerWall: AnswerTo<typeof wallRoute> = async ({ body }, asker) => {
  const landscape = await landscapeAt(asker.garden, body.at)
  return wallView(landscape, body, body.draft && (await objectOfDraft(landscape, body.draft, asker)))
}

export const answerWallCell: AnswerTo<typeof wallCellRoute> = async ({ body }, asker) => {
  const landscape = await landscapeAt(asker.garden, body.at)
  return wallCellView(landscape, body, body.draft && (await objectOfDraft(landscape, body.draft, asker)))
}
