import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { instantOf } from '@/lib/server/clock'
import { indexAt } from '@/lib/server/current-index'
import { theBegunHistory, theHistory } from '@/lib/server/history'
import { theJournal } from '@/lib/server/journal'
import { findEntry, findProfile, there } from '@/lib/server/lookup'
import { effectAfter, recordsOf } from '@/lib/server/profile-history/records'
import { profileHistoryView } from '@/lib/server/profile-history/view'
import type { ChangeEffectRoute, ProfileHistoryRoute } from '../contract'

export const answerProfileHistory: AnswerTo<ProfileHistoryRoute> = async (
  { path, query: { at, zone = 'UTC' } },
  asker,
) => {
  const index = await indexAt(asker.garden, at)
  const { entry } = there(asker.garden, () => findProfile(index, path.ref, undefined))
  return profileHistoryView(index, entry, await recordsOf(asker, entry, await theBegunHistory(), theJournal()), zone)
}

export const answerChangeEffect: AnswerTo<ChangeEffectRoute> = ({ path, query }, asker) => {
  const snapshot = asker.garden.snapshot()
  const seen = instantOf('seen', query.seen, 0)
  return effectAfter(asker, snapshot, findEntry(snapshot, path.ref), { seen, history: theHistory() })
}
