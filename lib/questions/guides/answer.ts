import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { readIndexAt } from '@/lib/landscape/current-index'
import { policyFile } from '@/lib/landscape/policy'
import { scenarioView } from './answer/view'
import type { GuideRoute } from './contract'

export const answerGuide: AnswerTo<GuideRoute> = async ({ query }, { garden }) =>
  scenarioView(await readIndexAt(garden, query.at), query, policyFile())
