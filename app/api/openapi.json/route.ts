import { answerOpenapi } from '@/lib/questions/openapi'
import { openapiRoute } from '@/lib/questions/status/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(openapiRoute, answerOpenapi)
