import { handle } from '@/lib/http/handle'
import { answerWall } from '@/lib/questions/projects/answer'
import { wallRoute } from '@/lib/questions/projects/contract'

export const POST = handle(wallRoute, answerWall)
