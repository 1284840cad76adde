import { handle } from '@/lib/http/handle'
import { answerProfiles } from '@/lib/questions/profiles/answer/profile'
import { profilesRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(profilesRoute, answerProfiles)
