import { handle } from '@/lib/http/handle'
import { answerOpenapi } from '@/lib/questions/openapi'
import { openapiRoute } from '@/lib/questions/status/contract'

export const GET = handle(openapiRoute, answerOpenapi)
