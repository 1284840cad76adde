import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { inClasses } from '@/lib/landscape/classes'
import { indexAt } from '@/lib/landscape/current-index'
import { there } from '@/lib/landscape/lookup'
import { projectView } from './answer/project'
import { draftWithin } from './answer/sums'
import { cellDraft, wallCellView, wallView } from './answer/wall'
import type { ProjectRoute, WallCellRoute, WallRoute } from './contract'

export const answerProject: AnswerTo<ProjectRoute> = async (
  { path: { name }, query: { at, zone = 'UTC' } },
  { garden },
) => {
  const index = await indexAt(garden, at)
  return there(garden, () => projectView(index, name, zone))
}

export const answerWall: AnswerTo<WallRoute> = async ({ body }, { garden }) => {
  const index = await inClasses(indexAt(garden, body.at))
  if (body.draft !== undefined) await draftWithin(index, body.draft, body).ready()
  return wallView(index, body)
}

export const answerWallCell: AnswerTo<WallCellRoute> = async ({ body }, { garden }) => {
  const index = await inClasses(indexAt(garden, body.at))
  await cellDraft(index, body)?.ready()
  return wallCellView(index, body)
}
