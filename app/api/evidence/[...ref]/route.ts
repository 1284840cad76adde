import { handle } from '@/lib/http/handle'
import { answerEvidence } from '@/lib/questions/version/answer'
import { evidenceRoute } from '@/lib/questions/version/contract'

export const GET = handle(evidenceRoute, answerEvidence)
