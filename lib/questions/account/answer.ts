import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { isRead } from '@/lib/server/garden'
import { accountView } from './answer/view'
import type { AccountRoute } from './contract'

export const answerAccount: AnswerTo<AccountRoute> = async (_, asker) => {
  await isRead(asker.garden)
  return accountView(asker)
}
