import { answerProjectFeed } from '@/lib/questions/feeds/answer'
import { projectFeedRoute } from '@/lib/questions/feeds/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(projectFeedRoute, answerProjectFeed)
