import { handle } from '@/lib/http/handle'
import { answerShootApply } from '@/lib/questions/cluster/answer/plan'
import { shootApplyRoute } from '@/lib/questions/cluster/contract'

export const POST = handle(shootApplyRoute, answerShootApply)
