import { handle } from '@/lib/http/handle'
import { answerHealth } from '@/lib/questions/status/answer/health'
import { healthRoute } from '@/lib/questions/status/contract'

export const GET = handle(healthRoute, answerHealth)
