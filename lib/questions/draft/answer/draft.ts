import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { inClasses } from '@/lib/server/classes'
import { readIndexAt, uncutIndexAt } from '@/lib/server/current-index'
import { findProfile } from '@/lib/server/lookup'
import { mayEdit } from '@/lib/server/may-edit'
import { policyFile } from '@/lib/server/policy/file'
import { csvSteps } from '@/lib/server/what-if/csv'
import { draftOf } from '@/lib/server/what-if/run'
import { whatIfView } from '@/lib/server/what-if/view'
import type { SourceRoute, WhatIfRoute } from '../contract'
import { sourceView } from './views/source'

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
