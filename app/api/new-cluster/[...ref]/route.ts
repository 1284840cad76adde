import { handle } from '@/lib/http/handle'
import { answerNewCluster } from '@/lib/questions/profiles/answer/new-cluster'
import { newClusterRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(newClusterRoute, answerNewCluster)
