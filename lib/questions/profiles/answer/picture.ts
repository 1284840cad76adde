import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { readIndexAt } from '@/lib/landscape/current-index'
import { findProfile, there } from '@/lib/landscape/lookup'
import { badgeSvg } from '@/lib/pictures/badge'
import { profileBadge } from '@/lib/pictures/badge-words'
import { pngOf } from '@/lib/pictures/png'
import { Steps } from '@/lib/process/steps'
import type { ProfileBadgeRoute, ProfilePictureRoute } from '../contract'
import { profilePicture } from './profile-picture'
import { profileSteps } from './views/cloudprofile'

export const answerProfileBadge: AnswerTo<ProfileBadgeRoute> = async ({ path: { ref }, query }, { garden }) => {
  const index = await readIndexAt(garden, query.at)
  there(garden, () => findProfile(index, ref, undefined))
  return badgeSvg(profileBadge(index, ref.join('/')))
}

export const answerProfilePicture: AnswerTo<ProfilePictureRoute> = async ({ path: { ref }, query }, { garden }) => {
  const index = await readIndexAt(garden, query.at)
  const { entry } = there(garden, () => findProfile(index, ref, undefined))
  const name = ref.join('/')
  return pngOf(index, `profile ${name}`, async () =>
    profilePicture(await new Steps(profileSteps(index, entry, null)).ready(), name),
  )
}
