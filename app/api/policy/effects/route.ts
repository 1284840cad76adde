import { answerPolicyEffects } from '@/lib/questions/policy/answer'
import { policyEffectsRoute } from '@/lib/questions/policy/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(policyEffectsRoute, answerPolicyEffects)
