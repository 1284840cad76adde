import { handle } from '@/lib/http/handle'
import { answerProject } from '@/lib/questions/projects/answer'
import { projectRoute } from '@/lib/questions/projects/contract'

export const GET = handle(projectRoute, answerProject)
