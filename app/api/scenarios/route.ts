import { handle } from '@/lib/http/handle'
import { answerGuide } from '@/lib/questions/guides/answer/guide'
import { guideRoute } from '@/lib/questions/guides/contract'

export const GET = handle(guideRoute, answerGuide)
