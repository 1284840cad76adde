import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { inClasses } from '@/lib/server/classes'
import { indexAt } from '@/lib/server/current-index'
import { findProfile, there } from '@/lib/server/lookup'
import { Steps } from '@/lib/server/steps'
import type { CompareRoute, ProfileRoute, ProfilesRoute } from '../contract'
import { profileSteps } from './views/cloudprofile'
import { profilesView } from './views/cloudprofiles'
import { compareSteps } from './views/compare'

export const answerProfiles: AnswerTo<ProfilesRoute> = async ({ query }, { garden }) =>
  profilesView(await inClasses(indexAt(garden, query.at)))

export const answerProfile: AnswerTo<ProfileRoute> = async ({ path, query: { at, select } }, { garden }) => {
  const index = await inClasses(indexAt(garden, at))
  const { entry, selection } = there(garden, () => findProfile(index, path.ref, select))
  return new Steps(profileSteps(index, entry, selection)).ready()
}

export const answerCompare: AnswerTo<CompareRoute> = async ({ query: { at, a, b } }, { garden }) => {
  const index = await indexAt(garden, at)
  const entryOf = (name: string) => there(garden, () => findProfile(index, name.split('/'), undefined).entry)
  return new Steps(compareSteps(index, entryOf(a), entryOf(b))).ready()
}
