import { handle } from '@/lib/http/handle'
import { answerMovement } from '@/lib/questions/overview/answer/overview'
import { movementRoute } from '@/lib/questions/overview/contract'

export const GET = handle(movementRoute, answerMovement)
