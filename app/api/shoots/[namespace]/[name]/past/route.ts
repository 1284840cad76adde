import { handle } from '@/lib/http/handle'
import { answerShootPast } from '@/lib/questions/cluster/answer/past'
import { shootPastRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(shootPastRoute, answerShootPast)
