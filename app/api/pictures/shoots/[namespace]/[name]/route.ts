import { answerShootPicture } from '@/lib/questions/cluster/answer/picture'
import { shootPictureRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(shootPictureRoute, answerShootPicture)
