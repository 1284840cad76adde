import { answerShootsFeed } from '@/lib/questions/feeds/answer'
import { shootsFeedRoute } from '@/lib/questions/feeds/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootsFeedRoute, answerShootsFeed)
