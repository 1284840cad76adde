import { answerShootBadge } from '@/lib/questions/cluster/answer/picture'
import { shootBadgeRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootBadgeRoute, answerShootBadge)
