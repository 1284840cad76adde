import { handle } from '@/lib/http/handle'
import { answerReset } from '@/lib/questions/draft/answer/apply'
import { resetRoute } from '@/lib/questions/draft/contract'

export const POST = handle(resetRoute, answerReset)
