import { answerFeedAddresses, answerMakeFeedAddress } from '@/lib/questions/feeds/answer'
import { feedAddressesRoute, makeFeedAddressRoute } from '@/lib/questions/feeds/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(feedAddressesRoute, answerFeedAddresses)
export const POST = handle(makeFeedAddressRoute, answerMakeFeedAddress)
