import { handle } from '@/lib/http/handle'
import { answerRevokeFeedAddress } from '@/lib/questions/feeds/answer'
import { revokeFeedAddressRoute } from '@/lib/questions/feeds/contract'

export const POST = handle(revokeFeedAddressRoute, answerRevokeFeedAddress)
