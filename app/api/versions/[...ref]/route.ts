import { answerVersion } from '@/lib/questions/version/answer'
import { versionRoute } from '@/lib/questions/version/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(versionRoute, answerVersion)
