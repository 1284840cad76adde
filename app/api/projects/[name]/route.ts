import { answerProject } from '@/lib/questions/projects/answer'
import { projectRoute } from '@/lib/questions/projects/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(projectRoute, answerProject)
