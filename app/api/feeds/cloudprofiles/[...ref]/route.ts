import { handle } from '@/lib/http/handle'
import { answerProfileFeed } from '@/lib/questions/feeds/answer'
import { profileFeedRoute } from '@/lib/questions/feeds/contract'

export const GET = handle(profileFeedRoute, answerProfileFeed)
