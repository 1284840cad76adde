import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { inClasses } from '@/lib/landscape/classes'
import { readIndexAt, uncutIndexAt } from '@/lib/landscape/current-index'
import { draftOf } from '@/lib/landscape/draft/run'
import { findProfile } from '@/lib/landscape/lookup'
import { mayEdit } from '@/lib/landscape/may-edit'
import { policyFile } from '@/lib/landscape/policy-file'
import type { SourceRoute, WhatIfRoute } from '../contract'
import { sourceView } from './views/source'
import { csvSteps } from './what-if/csv'
import { whatIfView } from './what-if/view'

export const answerSource: AnswerTo<SourceRoute> = async ({ path, query }, asker) => {
  const index = await readIndexAt(asker.garden, query.at)
  const file = policyFile()
  const policy = file?.reading.kind === 'ok' ? file.reading.policy : null
  const { entry } = findProfile(index, path.ref, undefined)
  return sourceView(index, entry, policy, await mayEdit(asker, entry.ref))
}

export const answerWhatIf: AnswerTo<WhatIfRoute> = async ({ body }, { garden }) => {
  const index = await inClasses(readIndexAt(garden, body.at))
  if (body.format === 'csv') return csvSteps(index, body).ready()
  await draftOf(index, body).ready()
  const uncut = await uncutIndexAt(garden, body.at)
  if (uncut !== null) await draftOf(await inClasses(uncut), body).ready()
  return whatIfView(index, body, uncut)
}
