import { handle } from '@/lib/http/handle'
import { answerReady } from '@/lib/questions/status/answer/health'
import { readyRoute } from '@/lib/questions/status/contract'

export const GET = handle(readyRoute, answerReady)
