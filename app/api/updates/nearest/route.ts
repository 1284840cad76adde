import { handle } from '@/lib/http/handle'
import { answerNearestUpdate } from '@/lib/questions/profiles/answer/nearest-update'
import { nearestUpdateRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(nearestUpdateRoute, answerNearestUpdate)
