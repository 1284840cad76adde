import { answerShootApply } from '@/lib/questions/cluster/answer/plan'
import { shootApplyRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(shootApplyRoute, answerShootApply)
