import { answerInPlace } from '@/lib/questions/cluster/answer/maintenance'
import { inPlaceRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(inPlaceRoute, answerInPlace)
