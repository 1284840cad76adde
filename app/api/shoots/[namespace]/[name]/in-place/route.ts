import { handle } from '@/lib/http/handle'
import { answerInPlace } from '@/lib/questions/cluster/answer/maintenance'
import { inPlaceRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(inPlaceRoute, answerInPlace)
