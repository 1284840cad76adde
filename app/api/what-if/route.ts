import { handle } from '@/lib/http/handle'
import { answerWhatIf } from '@/lib/questions/draft/answer/draft'
import { whatIfRoute } from '@/lib/questions/draft/contract'

export const POST = handle(whatIfRoute, answerWhatIf)
