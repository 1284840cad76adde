import { answerDraftTexts } from '@/lib/questions/draft/answer/apply'
import { draftTextsRoute } from '@/lib/questions/draft/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(draftTextsRoute, answerDraftTexts)
