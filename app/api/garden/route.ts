import { answerOverview } from '@/lib/questions/overview/answer/overview'
import { overviewRoute } from '@/lib/questions/overview/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(overviewRoute, answerOverview)
