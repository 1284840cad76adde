import { handle } from '@/lib/server/handle'
import { forScrapersOnly } from '@/lib/server/metrics/scrapers'

export const GET = forScrapersOnly(handle('GET /metrics'))
