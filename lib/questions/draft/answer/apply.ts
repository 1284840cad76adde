import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { apply } from '@/lib/server/apply/apply'
import { applyContextOf } from '@/lib/server/apply/context'
import { draftTextsView } from '@/lib/server/apply/texts'
import { CodedError } from '@/lib/server/errors'
import type { ApplyRoute, DraftTextsRoute, ResetRoute } from '../contract'

export const answerApply: AnswerTo<ApplyRoute> = ({ body }, asker) => apply(applyContextOf(asker), body)

export const answerDraftTexts: AnswerTo<DraftTextsRoute> = ({ body }, asker) =>
  draftTextsView(applyContextOf(asker), body)

export const answerReset: AnswerTo<ResetRoute> = async (_, { garden }) => {
  if (garden.reset === undefined) throw new CodedError('forbidden', 'Only the demo garden can be brought back.')
  await garden.reset()
  return { revision: garden.snapshot().revision }
}
