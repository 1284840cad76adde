import { handle } from '@/lib/http/handle'
import { answerOverview } from '@/lib/questions/overview/answer/overview'
import { overviewRoute } from '@/lib/questions/overview/contract'

export const GET = handle(overviewRoute, answerOverview)
