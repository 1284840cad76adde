import { answerTonight } from '@/lib/questions/clusters/answer'
import { tonightRoute } from '@/lib/questions/clusters/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(tonightRoute, answerTonight)
