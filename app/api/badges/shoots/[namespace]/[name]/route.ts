import { handle } from '@/lib/http/handle'
import { answerShootBadge } from '@/lib/questions/cluster/answer/picture'
import { shootBadgeRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(shootBadgeRoute, answerShootBadge)
