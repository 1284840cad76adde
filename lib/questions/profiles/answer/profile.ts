import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { inClasses } from '@/lib/landscape/classes'
import { indexAt } from '@/lib/landscape/current-index'
import { findProfile, there } from '@/lib/landscape/lookup'
import { Steps } from '@/lib/process/steps'
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
