import 'server-only'
import { apply } from '@/lib/apply/apply'
import { applyContextOf } from '@/lib/apply/context'
import { draftTextsView } from '@/lib/apply/texts'
import type { AnswerTo } from '@/lib/http/answer'
import { CodedError } from '@/lib/process/errors'
import { problemBody } from '@/lib/words/edits'
import type { ApplyRoute, DraftTextsRoute, ResetRoute } from '../contract'

export const answerApply: AnswerTo<ApplyRoute> = async ({ body }, asker) => {
  const applied = await apply(applyContextOf(asker), body)
  return applied.outcome === 'impossible' ? { ...applied, problems: applied.problems.map(problemBody) } : applied
}

export const answerDraftTexts: AnswerTo<DraftTextsRoute> = ({ body }, asker) =>
  draftTextsView(applyContextOf(asker), body)

export const answerReset: AnswerTo<ResetRoute> = async (_, { garden }) => {
  if (garden.reset === undefined) throw new CodedError('forbidden', 'Only the demo garden can be brought back.')
  await garden.reset()
  return { revision: garden.snapshot().revision }
}
