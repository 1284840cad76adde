import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { inClasses } from '@/lib/landscape/classes'
import { readIndexAt, uncutIndexAt } from '@/lib/landscape/current-index'
import { policyFile } from '@/lib/landscape/policy-file'
import { Steps } from '@/lib/process/steps'
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
