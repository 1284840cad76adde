import { handle } from '@/lib/http/handle'
import { answerCompare } from '@/lib/questions/profiles/answer/profile'
import { compareRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(compareRoute, answerCompare)
