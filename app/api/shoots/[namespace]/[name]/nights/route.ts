import { handle } from '@/lib/http/handle'
import { answerNights } from '@/lib/questions/cluster/answer/plan'
import { nightsRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(nightsRoute, answerNights)
