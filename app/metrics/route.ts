import { handle } from '@/lib/http/handle'
import { forScrapersOnly } from '@/lib/http/metrics'
import { answerMetrics } from '@/lib/questions/status/answer/health'
import { metricsRoute } from '@/lib/questions/status/contract'

export const GET = forScrapersOnly(handle(metricsRoute, answerMetrics))
