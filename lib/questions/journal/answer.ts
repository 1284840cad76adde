import 'server-only'
import { applyContextOf } from '@/lib/apply/context'
import type { AnswerTo } from '@/lib/http/answer'
import { journalView } from './answer/journal-view'
import type { JournalRoute } from './contract'

export const answerJournal: AnswerTo<JournalRoute> = (_, asker) => journalView(applyContextOf(asker))
