import { answerSource } from '@/lib/questions/draft/answer/draft'
import { sourceRoute } from '@/lib/questions/draft/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(sourceRoute, answerSource)
