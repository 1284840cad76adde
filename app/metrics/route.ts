import { answerMetrics } from '@/lib/questions/status/answer/health'
import { metricsRoute } from '@/lib/questions/status/contract'
import { handle } from '@/lib/server/handle'
import { forScrapersOnly } from '@/lib/server/metrics/scrapers'

export const GET = forScrapersOnly(handle(metricsRoute, answerMetrics))
