import { answerRevokeFeedAddress } from '@/lib/questions/feeds/answer'
import { revokeFeedAddressRoute } from '@/lib/questions/feeds/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(revokeFeedAddressRoute, answerRevokeFeedAddress)
