import { handle } from '@/lib/http/handle'
import { answerDraftTexts } from '@/lib/questions/draft/answer/apply'
import { draftTextsRoute } from '@/lib/questions/draft/contract'

export const POST = handle(draftTextsRoute, answerDraftTexts)
