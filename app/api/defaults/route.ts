import { answerDefaults } from '@/lib/questions/profiles/answer/new-cluster'
import { defaultsRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(defaultsRoute, answerDefaults)
