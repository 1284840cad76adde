import { answerReset } from '@/lib/questions/draft/answer/apply'
import { resetRoute } from '@/lib/questions/draft/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(resetRoute, answerReset)
