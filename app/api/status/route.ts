import { answerStatus } from '@/lib/questions/status/answer/status'
import { statusRoute } from '@/lib/questions/status/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(statusRoute, answerStatus)
