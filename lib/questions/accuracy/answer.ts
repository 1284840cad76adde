import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { momentOf } from '@/lib/landscape/clock'
import { isRead } from '@/lib/landscape/garden'
import { theHistory } from '@/lib/landscape/history'
import { theComparison } from '@/lib/landscape/record/the-comparison'
import { NotReady } from '@/lib/process/errors'
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
