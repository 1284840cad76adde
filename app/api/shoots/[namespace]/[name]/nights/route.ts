import { answerNights } from '@/lib/questions/cluster/answer/plan'
import { nightsRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(nightsRoute, answerNights)
