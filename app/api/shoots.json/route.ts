import { handle } from '@/lib/http/handle'
import { answerShootsJson } from '@/lib/questions/clusters/answer/clusters'
import { shootsJsonRoute } from '@/lib/questions/clusters/contract'

export const GET = handle(shootsJsonRoute, answerShootsJson)
