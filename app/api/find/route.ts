import { handle } from '@/lib/http/handle'
import { answerFind } from '@/lib/questions/find/answer'
import { findRoute } from '@/lib/questions/find/contract'

export const GET = handle(findRoute, answerFind)
