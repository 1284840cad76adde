import { handle } from '@/lib/http/handle'
import { answerFeedAddresses, answerMakeFeedAddress } from '@/lib/questions/feeds/answer'
import { feedAddressesRoute, makeFeedAddressRoute } from '@/lib/questions/feeds/contract'

export const GET = handle(feedAddressesRoute, answerFeedAddresses)
export const POST = handle(makeFeedAddressRoute, answerMakeFeedAddress)
