import { answerShootFeed } from '@/lib/questions/feeds/answer'
import { shootFeedRoute } from '@/lib/questions/feeds/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootFeedRoute, answerShootFeed)
