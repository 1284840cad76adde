import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { inClasses } from '@/lib/server/classes'
import { readIndexAt, uncutIndexAt } from '@/lib/server/current-index'
import { policyFile } from '@/lib/server/policy/file'
import { Steps } from '@/lib/server/steps'
import { scenarioSteps } from './answer/view'
import type { GuideRoute } from './contract'

export const answerGuide: AnswerTo<GuideRoute> = async ({ query }, { garden }) =>
  new Steps(
    scenarioSteps(
      await inClasses(readIndexAt(garden, query.at)),
      query,
      policyFile(),
      await uncutIndexAt(garden, query.at),
    ),
  ).ready()
