import { answerProfileFeed } from '@/lib/questions/feeds/answer'
import { profileFeedRoute } from '@/lib/questions/feeds/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(profileFeedRoute, answerProfileFeed)
