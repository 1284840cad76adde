import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt } from '@/lib/landscape/current-index'
import { findReady, findView } from './answer/view'
import type { FindRoute } from './contract'

export const answerFind: AnswerTo<FindRoute> = async ({ query: { at, q } }, { garden }) => {
  const index = await indexAt(garden, at)
  await findReady(index, q)
  return findView(index, q)
}
