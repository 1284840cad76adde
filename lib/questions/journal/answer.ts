import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { deskOf } from '@/lib/server/apply/desk'
import { journalView } from './answer/journal-view'
import type { JournalRoute } from './contract'

export const answerJournal: AnswerTo<JournalRoute> = (_, asker) => journalView(deskOf(asker))
