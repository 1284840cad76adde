import { answerWallCell } from '@/lib/questions/projects/answer'
import { wallCellRoute } from '@/lib/questions/projects/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(wallCellRoute, answerWallCell)
