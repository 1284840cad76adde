import { handle } from '@/lib/http/handle'
import { answerOverviewPicture } from '@/lib/questions/overview/answer/picture'
import { overviewPictureRoute } from '@/lib/questions/overview/contract'

export const GET = handle(overviewPictureRoute, answerOverviewPicture)
