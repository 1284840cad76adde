import { handle } from '@/lib/http/handle'
import { answerProjectFeed } from '@/lib/questions/feeds/answer'
import { projectFeedRoute } from '@/lib/questions/feeds/contract'

export const GET = handle(projectFeedRoute, answerProjectFeed)
