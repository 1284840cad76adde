import { answerShoot } from '@/lib/questions/cluster/answer/shoot'
import { shootRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootRoute, answerShoot)
