import { answerHealth } from '@/lib/questions/status/answer/health'
import { healthRoute } from '@/lib/questions/status/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(healthRoute, answerHealth)
