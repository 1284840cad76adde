import 'server-only'
import { type Applied, apply } from '@/lib/apply/apply'
import { applyContextOf } from '@/lib/apply/context'
import { draftTextsView } from '@/lib/apply/texts'
import type { ApplyAnswer } from '@/lib/contract/apply'
import type { AnswerTo } from '@/lib/http/answer'
import { CodedError } from '@/lib/process/errors'
import { confirmationOf, type Told } from '@/lib/words/confirmation'
import { problemBody } from '@/lib/words/edits'
import { unexplainedText } from '@/lib/words/evidence'
import { fieldProblemText } from '@/lib/words/faults'
import { unwrittenText } from '@/lib/words/journal'
import type { ApplyRoute, DraftTextsRoute, ResetRoute } from '../contract'
import { noticesToSend, tellingProjects } from './notices'

export const answerApply: AnswerTo<ApplyRoute> = async ({ body }, asker) => {
  const context = applyContextOf(asker)
  return tellingProjects(context.index, body, async () =>
    appliedBody(await apply(context, body), body.profile, { zone: body.zone, now: Date.now() }),
  )
}

/** What became of a draft, with its sentences. */
export function appliedBody(applied: Applied, profile: string, told: Told): ApplyAnswer {
  switch (applied.outcome) {
    case 'applied':
      return { ...applied, unwritten: unwrittenText(applied.unwritten) }
    case 'unreadable':
      return { outcome: 'refused', message: `${fieldProblemText(applied.problem)}.`, causes: [] }
    case 'impossible':
      return { ...applied, problems: applied.problems.map(problemBody) }
    case 'accepted':
    case 'unconfirmed': {
      const { effect, others } = applied.confirmation
      return { ...applied, confirmation: confirmationOf(profile, effect, told, others) }
    }
    case 'unexplained':
      return { ...applied, message: unexplainedText(applied.promotions), promotions: [...applied.promotions] }
    default:
      return applied
  }
}

export const answerDraftTexts: AnswerTo<DraftTextsRoute> = async ({ body }, asker) => {
  const context = applyContextOf(asker)
  return { ...(await draftTextsView(context, body)), notices: await noticesToSend(context.index, body) }
}

export const answerReset: AnswerTo<ResetRoute> = async (_, { garden }) => {
  if (garden.reset === undefined) throw new CodedError('forbidden', 'Only the demo garden can be brought back.')
  await garden.reset()
  return { revision: garden.snapshot().revision }
}
