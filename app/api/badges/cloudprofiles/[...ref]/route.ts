import { answerProfileBadge } from '@/lib/questions/profiles/answer/picture'
import { profileBadgeRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(profileBadgeRoute, answerProfileBadge)
