import { handle } from '@/lib/http/handle'
import { answerPolicyEffects } from '@/lib/questions/policy/answer'
import { policyEffectsRoute } from '@/lib/questions/policy/contract'

export const POST = handle(policyEffectsRoute, answerPolicyEffects)
