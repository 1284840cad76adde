import { answerPlan } from '@/lib/questions/cluster/answer/plan'
import { planRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(planRoute, answerPlan)
