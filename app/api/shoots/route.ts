import { answerShoots } from '@/lib/questions/clusters/answer'
import { shootsRoute } from '@/lib/questions/clusters/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootsRoute, answerShoots)
