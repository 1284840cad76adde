import { answerApply } from '@/lib/questions/draft/answer/apply'
import { applyRoute } from '@/lib/questions/draft/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(applyRoute, answerApply)
