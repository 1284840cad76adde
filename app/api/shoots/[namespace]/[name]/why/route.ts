import { answerWhy } from '@/lib/questions/cluster/answer/shoot'
import { whyRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(whyRoute, answerWhy)
