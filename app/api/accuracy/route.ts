import { answerAccuracy } from '@/lib/questions/accuracy/answer'
import { accuracyRoute } from '@/lib/questions/accuracy/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(accuracyRoute, answerAccuracy)
