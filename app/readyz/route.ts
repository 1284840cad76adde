import { answerReady } from '@/lib/questions/status/answer/health'
import { readyRoute } from '@/lib/questions/status/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(readyRoute, answerReady)
