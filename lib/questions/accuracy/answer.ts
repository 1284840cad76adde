import 'server-only'
import { theComparison } from '@/lib/server/accuracy/the-comparison'
import type { AnswerTo } from '@/lib/server/answer'
import { momentOf } from '@/lib/server/clock'
import { NotReady } from '@/lib/server/errors'
import { isRead } from '@/lib/server/garden'
import { theHistory } from '@/lib/server/history'
import { accuracyView } from './answer/view'
import type { AccuracyRoute } from './contract'

/** Without a forecast of its own: what is compared is kept. */
export const answerAccuracy: AnswerTo<AccuracyRoute> = async ({ query }, { garden, sight }) => {
  const { at } = momentOf(query.at)
  if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
  return accuracyView(theComparison(), theHistory(), {
    query,
    snapshot: garden.snapshot(),
    isWhole: sight === '',
    at,
  })
}
