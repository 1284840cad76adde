import { handle } from '@/lib/http/handle'
import { answerShootsFeed } from '@/lib/questions/feeds/answer'
import { shootsFeedRoute } from '@/lib/questions/feeds/contract'

export const GET = handle(shootsFeedRoute, answerShootsFeed)
