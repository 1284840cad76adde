import { handle } from '@/lib/http/handle'
import { answerSource } from '@/lib/questions/draft/answer/draft'
import { sourceRoute } from '@/lib/questions/draft/contract'

export const GET = handle(sourceRoute, answerSource)
