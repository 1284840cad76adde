import 'server-only'
import { theJournal } from '@/lib/apply/journal'
import type { AnswerTo } from '@/lib/http/answer'
import { exactInstantOf } from '@/lib/landscape/clock'
import { indexAt } from '@/lib/landscape/current-index'
import { theBegunHistory } from '@/lib/landscape/history'
import { findProfile, there } from '@/lib/landscape/lookup'
import { thePasts } from '@/lib/landscape/past/past'
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
