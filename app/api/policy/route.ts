import { handle } from '@/lib/http/handle'
import { answerPolicy, answerPolicyStatus } from '@/lib/questions/policy/answer'
import { policyRoute, policyStatusRoute } from '@/lib/questions/policy/contract'

export const GET = handle(policyStatusRoute, answerPolicyStatus)
export const POST = handle(policyRoute, answerPolicy)
