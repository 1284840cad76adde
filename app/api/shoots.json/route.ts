import { answerShootsJson } from '@/lib/questions/clusters/answer'
import { shootsJsonRoute } from '@/lib/questions/clusters/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootsJsonRoute, answerShootsJson)
