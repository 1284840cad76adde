import { handle } from '@/lib/http/handle'
import { answerTonight } from '@/lib/questions/clusters/answer/clusters'
import { tonightRoute } from '@/lib/questions/clusters/contract'

export const GET = handle(tonightRoute, answerTonight)
