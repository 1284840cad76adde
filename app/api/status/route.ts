import { statusRoute } from '@/lib/contract/status'
import { handle } from '@/lib/http/handle'
import { answerStatus } from '@/lib/questions/status/answer/status'

export const GET = handle(statusRoute, answerStatus)
