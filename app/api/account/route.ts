import { answerAccount } from '@/lib/questions/account/answer'
import { accountRoute } from '@/lib/questions/account/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(accountRoute, answerAccount)
