import { answerJournal } from '@/lib/questions/journal/answer'
import { journalRoute } from '@/lib/questions/journal/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(journalRoute, answerJournal)
