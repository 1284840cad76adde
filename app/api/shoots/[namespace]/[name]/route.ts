import { handle } from '@/lib/http/handle'
import { answerShoot } from '@/lib/questions/cluster/answer/shoot'
import { shootRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(shootRoute, answerShoot)
