import { handle } from '@/lib/http/handle'
import { answerWallCell } from '@/lib/questions/projects/answer'
import { wallCellRoute } from '@/lib/questions/projects/contract'

export const POST = handle(wallCellRoute, answerWallCell)
