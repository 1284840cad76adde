import { answerWall } from '@/lib/questions/projects/answer'
import { wallRoute } from '@/lib/questions/projects/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(wallRoute, answerWall)
