import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt } from '@/lib/landscape/current-index'
import { there } from '@/lib/landscape/lookup'
import { projectView } from './answer/project'
import { wallCellView, wallView } from './answer/wall'
import type { ProjectRoute, WallCellRoute, WallRoute } from './contract'

export const answerProject: AnswerTo<ProjectRoute> = async (
  { path: { name }, query: { at, zone = 'UTC' } },
  { garden },
) => {
  const index = await indexAt(garden, at)
  return there(garden, () => projectView(index, name, zone))
}

export const answerWall: AnswerTo<WallRoute> = async ({ body }, { garden }) => {
  const index = await indexAt(garden, body.at)
  return wallView(index, body)
}

export const answerWallCell: AnswerTo<WallCellRoute> = async ({ body }, { garden }) => {
  const index = await indexAt(garden, body.at)
  return wallCellView(index, body)
}
