import { answerWhatIf } from '@/lib/questions/draft/answer/draft'
import { whatIfRoute } from '@/lib/questions/draft/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(whatIfRoute, answerWhatIf)
