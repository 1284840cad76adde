import { handle } from '@/lib/http/handle'
import { answerExceptions } from '@/lib/questions/exceptions/answer'
import { exceptionsRoute } from '@/lib/questions/exceptions/contract'

export const GET = handle(exceptionsRoute, answerExceptions)
