import { answerFind } from '@/lib/questions/find/answer'
import { findRoute } from '@/lib/questions/find/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(findRoute, answerFind)
