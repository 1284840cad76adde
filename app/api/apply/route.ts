import { handle } from '@/lib/http/handle'
import { answerApply } from '@/lib/questions/draft/answer/apply'
import { applyRoute } from '@/lib/questions/draft/contract'

export const POST = handle(applyRoute, answerApply)
