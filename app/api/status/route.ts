import { handle } from '@/lib/http/handle'
import { answerStatus } from '@/lib/questions/status/answer/status'
import { statusRoute } from '@/lib/questions/status/contract'

export const GET = handle(statusRoute, answerStatus)
