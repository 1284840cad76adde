import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(profilesRoute, answerProfiles)
