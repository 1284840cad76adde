import { handle } from '@/lib/http/handle'
import { answerPlan } from '@/lib/questions/cluster/answer/plan'
import { planRoute } from '@/lib/questions/cluster/contract'

export const POST = handle(planRoute, answerPlan)
