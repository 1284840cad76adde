import { handle } from '@/lib/http/handle'
import { answerWhy } from '@/lib/questions/cluster/answer/shoot'
import { whyRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(whyRoute, answerWhy)
