import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt } from '@/lib/landscape/current-index'
import { objectOfDraft } from '@/lib/landscape/draft'
import { there } from '@/lib/landscape/lookup'
import { projectView } from './answer/project'
import { wallCellView, wallView } from './answer/wall'
import type { projectRoute, wallCellRoute, wallRoute } from './contract'

export const answerProject: AnswerTo<typeof projectRoute> = async (
  { path: { name }, query: { at, zone = 'UTC' } },
  { garden },
) => {
  const index = await indexAt(garden, at)
  return there(garden, () => projectView(index, name, zone))
}

export const answerWall: AnswerTo<typeof wallRoute> = async ({ body }, asker) => {
  const index = await indexAt(asker.garden, body.at)
  return wallView(index, body, body.draft && (await objectOfDraft(index, body.draft, asker)))
}

export const answerWallCell: AnswerTo<typeof wallCellRoute> = async ({ body }, asker) => {
  const index = await indexAt(asker.garden, body.at)
  return wallCellView(index, body, body.draft && (await objectOfDraft(index, body.draft, asker)))
}
