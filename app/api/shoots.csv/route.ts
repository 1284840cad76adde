import { handle } from '@/lib/http/handle'
import { answerShootsCsv } from '@/lib/questions/clusters/answer/clusters'
import { shootsCsvRoute } from '@/lib/questions/clusters/contract'

export const GET = handle(shootsCsvRoute, answerShootsCsv)
