import { handle } from '@/lib/http/handle'
import { answerAccount } from '@/lib/questions/account/answer'
import { accountRoute } from '@/lib/questions/account/contract'

export const GET = handle(accountRoute, answerAccount)
