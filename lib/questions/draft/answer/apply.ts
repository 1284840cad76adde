import 'server-only'
import { type AppliedDraft, apply } from '@/lib/apply/apply'
import { type ApplyContext, applyContextOf } from '@/lib/apply/context'
import { changeId, type ProjectNotice, sendNotices } from '@/lib/apply/notices'
import { draftTextsView } from '@/lib/apply/texts'
import type { ApplyAnswer, NoticesToSend } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import { type WhatIfRow, whatIfQuery } from '@/lib/contract/what-if'
import { addTo } from '@/lib/engine/grouped'
import type { AnswerTo } from '@/lib/http/answer'
import { theNoticeTarget } from '@/lib/http/notice-target'
import { objectOfDraft } from '@/lib/landscape/draft'
import { CodedError } from '@/lib/process/errors'
import { confirmationOf, type DayContext } from '@/lib/words/confirmation'
import { noticeText, projectsToTell, TOLD } from '@/lib/words/draft-notice'
import { editProblemBody, plansOf } from '@/lib/words/edits'
import { unexplainedText } from '@/lib/words/evidence'
import { fieldProblemText } from '@/lib/words/faults'
import { unwrittenText } from '@/lib/words/journal'
import type { applyRoute, draftTextsRoute, resetRoute } from '../contract'
import { whatIfView } from './what-if/view'

/** How many clusters of a draft are named at most. */
const MOST = 5_000
const PAGE = 500
/** And so many in one notice. */
const NAMED = 100

interface DraftToApply {
  readonly profile: string
  readonly edits: EditBody[]
}

/** What each project is told of a draft once it is applied, as far as the user sees its clusters; most of them first. */
async function noticesOf(context: ApplyContext, { profile, edits }: DraftToApply): Promise<readonly ProjectNotice[]> {
  const landscape = await context.landscape()
  const object = await objectOfDraft(landscape, { profile, edits }, context)
  const found = new Map<string, WhatIfRow[]>()
  const asked = (offset: number) =>
    whatIfView(landscape, whatIfQuery.parse({ profile, edits, change: TOLD, limit: PAGE, offset }), null, object)
  const first = await asked(0)
  for (let page = first, seen = 0; page.items.length > 0; page = await asked(seen)) {
    for (const row of page.items) addTo(found, row.project, row)
    seen += page.items.length
    if (seen >= Math.min(page.total, MOST)) break
  }
  const plans = plansOf(edits, 'UTC')
  return projectsToTell(first).map(({ project, owner, addresses, clusters, changes }) => {
    const rows = (found.get(project) ?? []).slice(0, NAMED)
    const input = { project, people: { owner, addresses }, changes, profile, plans, rows, total: clusters }
    const text = noticeText({ ...input, now: landscape.at, zone: 'UTC', hrefOf: () => '' }, true)
    const named = rows.map(({ namespace, name, change, before, after }) => ({ namespace, name, change, before, after }))
    const body = { kind: 'profile-changed', profile, edits, project, owner, addresses, clusters, named, text }
    return { project, body: JSON.stringify(body, null, 2) }
  })
}

/** The notices to look at before they are sent; null: no project is told, as the setting `NOTICE_URL` is not set. */
async function noticesToSend(context: ApplyContext, draft: DraftToApply): Promise<NoticesToSend | null> {
  const target = theNoticeTarget()
  if (target === null) return null
  return { host: new URL(target.url).host, notices: [...(await noticesOf(context, draft))] }
}

/** Applies, and then tells the projects, where that is wanted. What is told is made before: afterwards nothing differs any more. */
async function tellingProjects(
  context: ApplyContext,
  draft: DraftToApply & { readonly base: string; readonly tell: boolean; readonly dryRun: boolean },
  apply: () => Promise<ApplyAnswer>,
): Promise<ApplyAnswer> {
  const target = theNoticeTarget()
  if (!draft.tell || draft.dryRun || target === null) return apply()
  const notices = await noticesOf(context, draft)
  const answer = await apply()
  if (answer.outcome !== 'applied') return answer
  return { ...answer, notices: await sendNotices(target, changeId(draft), notices) }
}

export const answerApply: AnswerTo<typeof applyRoute> = async ({ body }, asker) => {
  const context = applyContextOf(asker)
  return tellingProjects(context, body, async () =>
    appliedBody(await apply(context, body), body.profile, { zone: body.zone, now: Date.now() }),
  )
}

/** What became of a draft, with its sentences. */
export function appliedBody(applied: AppliedDraft, profile: string, told: DayContext): ApplyAnswer {
  switch (applied.outcome) {
    case 'applied':
      return { ...applied, unwritten: unwrittenText(applied.unwritten) }
    case 'unreadable':
      return { outcome: 'refused', message: `${fieldProblemText(applied.problem)}.`, causes: [] }
    case 'impossible':
      return { ...applied, problems: applied.problems.map(editProblemBody) }
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

export const answerDraftTexts: AnswerTo<typeof draftTextsRoute> = async ({ body }, asker) => {
  const context = applyContextOf(asker)
  return { ...(await draftTextsView(context, body)), notices: await noticesToSend(context, body) }
}

export const answerReset: AnswerTo<typeof resetRoute> = async (_, { garden }) => {
  if (garden.reset === undefined) throw new CodedError('forbidden', 'Only the demo garden can be brought back.')
  await garden.reset()
  return { revision: garden.snapshot().revision }
}
