import { answerShootPast } from '@/lib/questions/cluster/answer/past'
import { shootPastRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootPastRoute, answerShootPast)
