import { answerShootsCsv } from '@/lib/questions/clusters/answer'
import { shootsCsvRoute } from '@/lib/questions/clusters/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootsCsvRoute, answerShootsCsv)
