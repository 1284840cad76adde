import { handle } from '@/lib/http/handle'
import { answerLandscapeEvidence } from '@/lib/questions/version/answer'
import { landscapeEvidenceRoute } from '@/lib/questions/version/contract'

export const GET = handle(landscapeEvidenceRoute, answerLandscapeEvidence)
