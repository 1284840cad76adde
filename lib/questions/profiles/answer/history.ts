import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { exactInstantOf } from '@/lib/server/clock'
import { indexAt } from '@/lib/server/current-index'
import { theBegunHistory } from '@/lib/server/history'
import { theJournal } from '@/lib/server/journal'
import { findProfile, there } from '@/lib/server/lookup'
import { thePasts } from '@/lib/server/past/past'
import type { ChangeEffectRoute, ProfileHistoryRoute } from '../contract'
import { effectOf, recordsOf } from './profile-history/records'
import { profileHistoryView } from './profile-history/view'

export const answerProfileHistory: AnswerTo<ProfileHistoryRoute> = async (
  { path, query: { at, zone = 'UTC' } },
  asker,
) => {
  const index = await indexAt(asker.garden, at)
  const { entry } = there(asker.garden, () => findProfile(index, path.ref, undefined))
  return profileHistoryView(index, entry, await recordsOf(asker, entry, await theBegunHistory(), theJournal()), zone)
}

export const answerChangeEffect: AnswerTo<ChangeEffectRoute> = async ({ path, query }, asker) =>
  effectOf(asker, path.ref, exactInstantOf('change', query.change), {
    history: await theBegunHistory(),
    pasts: thePasts(),
  })
