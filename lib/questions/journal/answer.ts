import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { applyContextOf } from '@/lib/server/apply/context'
import { journalView } from './answer/journal-view'
import type { JournalRoute } from './contract'

export const answerJournal: AnswerTo<JournalRoute> = (_, asker) => journalView(applyContextOf(asker))
