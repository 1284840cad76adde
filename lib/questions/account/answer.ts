import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { isRead } from '@/lib/landscape/garden'
import { accountView } from './answer/view'
import type { AccountRoute } from './contract'

export const answerAccount: AnswerTo<AccountRoute> = async (_, asker) => {
  await isRead(asker.garden)
  return accountView(asker)
}
