import { handle } from '@/lib/http/handle'
import { answerMoreTime } from '@/lib/questions/exceptions/answer'
import { moreTimeRoute } from '@/lib/questions/exceptions/contract'

export const POST = handle(moreTimeRoute, answerMoreTime)
