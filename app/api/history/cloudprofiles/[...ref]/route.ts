import { answerProfileHistory } from '@/lib/questions/profiles/answer/history'
import { profileHistoryRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(profileHistoryRoute, answerProfileHistory)
