import { handle } from '@/lib/http/handle'
import { answerAccuracy } from '@/lib/questions/accuracy/answer'
import { accuracyRoute } from '@/lib/questions/accuracy/contract'

export const GET = handle(accuracyRoute, answerAccuracy)
