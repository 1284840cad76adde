import { handle } from '@/lib/http/handle'
import { answerProfilePicture } from '@/lib/questions/profiles/answer/picture'
import { profilePictureRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(profilePictureRoute, answerProfilePicture)
