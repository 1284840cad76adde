import { answerProfile } from '@/lib/questions/profiles/answer/profile'
import { profileRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(profileRoute, answerProfile)
