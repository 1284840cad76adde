import { handle } from '@/lib/http/handle'
import { answerVersion } from '@/lib/questions/version/answer'
import { versionRoute } from '@/lib/questions/version/contract'

export const GET = handle(versionRoute, answerVersion)
