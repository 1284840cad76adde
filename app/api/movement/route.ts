import { answerMovement } from '@/lib/questions/overview/answer/overview'
import { movementRoute } from '@/lib/questions/overview/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(movementRoute, answerMovement)
