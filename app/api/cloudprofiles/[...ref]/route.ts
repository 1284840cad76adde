import { handle } from '@/lib/http/handle'
import { answerProfile } from '@/lib/questions/profiles/answer/profile'
import { profileRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(profileRoute, answerProfile)
