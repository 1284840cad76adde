import { handle } from '@/lib/http/handle'
import { answerShoots } from '@/lib/questions/clusters/answer/clusters'
import { shootsRoute } from '@/lib/questions/clusters/contract'

export const GET = handle(shootsRoute, answerShoots)
