import { answerPolicy, answerPolicyStatus } from '@/lib/questions/policy/answer'
import { policyRoute, policyStatusRoute } from '@/lib/questions/policy/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(policyStatusRoute, answerPolicyStatus)
export const POST = handle(policyRoute, answerPolicy)
