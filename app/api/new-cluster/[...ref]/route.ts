import { answerNewCluster } from '@/lib/questions/profiles/answer/new-cluster'
import { newClusterRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(newClusterRoute, answerNewCluster)
