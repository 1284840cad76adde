import { answerEvidence } from '@/lib/questions/version/answer'
import { evidenceRoute } from '@/lib/questions/version/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(evidenceRoute, answerEvidence)
