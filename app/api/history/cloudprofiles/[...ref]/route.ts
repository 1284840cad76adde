import { handle } from '@/lib/http/handle'
import { answerProfileHistory } from '@/lib/questions/profiles/answer/history'
import { profileHistoryRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(profileHistoryRoute, answerProfileHistory)
