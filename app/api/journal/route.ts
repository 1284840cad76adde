import { handle } from '@/lib/http/handle'
import { answerJournal } from '@/lib/questions/journal/answer'
import { journalRoute } from '@/lib/questions/journal/contract'

export const GET = handle(journalRoute, answerJournal)
