import { handle } from '@/lib/http/handle'
import { answerMoreTimeApply } from '@/lib/questions/exceptions/answer'
import { moreTimeApplyRoute } from '@/lib/questions/exceptions/contract'

export const POST = handle(moreTimeApplyRoute, answerMoreTimeApply)
