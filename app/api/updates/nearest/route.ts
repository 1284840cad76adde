import { answerNearestUpdate } from '@/lib/questions/profiles/answer/nearest-update'
import { nearestUpdateRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(nearestUpdateRoute, answerNearestUpdate)
