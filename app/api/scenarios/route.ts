import { answerGuide } from '@/lib/questions/guides/answer'
import { guideRoute } from '@/lib/questions/guides/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(guideRoute, answerGuide)
