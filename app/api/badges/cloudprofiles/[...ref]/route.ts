import { handle } from '@/lib/http/handle'
import { answerProfileBadge } from '@/lib/questions/profiles/answer/picture'
import { profileBadgeRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(profileBadgeRoute, answerProfileBadge)
