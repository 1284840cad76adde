import { handle } from '@/lib/http/handle'
import { answerDefaults } from '@/lib/questions/profiles/answer/new-cluster'
import { defaultsRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(defaultsRoute, answerDefaults)
