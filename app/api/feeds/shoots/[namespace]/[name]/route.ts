import { handle } from '@/lib/http/handle'
import { answerShootFeed } from '@/lib/questions/feeds/answer'
import { shootFeedRoute } from '@/lib/questions/feeds/contract'

export const GET = handle(shootFeedRoute, answerShootFeed)
