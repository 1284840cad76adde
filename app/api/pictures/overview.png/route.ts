import { answerOverviewPicture } from '@/lib/questions/overview/answer/picture'
import { overviewPictureRoute } from '@/lib/questions/overview/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(overviewPictureRoute, answerOverviewPicture)
