import { handle } from '@/lib/http/handle'
import { answerStanding } from '@/lib/questions/landscapes/answer'
import { standingRoute } from '@/lib/questions/landscapes/contract'

export const GET = handle(standingRoute, answerStanding)
