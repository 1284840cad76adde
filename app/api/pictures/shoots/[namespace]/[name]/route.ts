import { handle } from '@/lib/http/handle'
import { answerShootPicture } from '@/lib/questions/cluster/answer/picture'
import { shootPictureRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(shootPictureRoute, answerShootPicture)
