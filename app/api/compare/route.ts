import { answerCompare } from '@/lib/questions/profiles/answer/profile'
import { compareRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(compareRoute, answerCompare)
