import { answerProfilePicture } from '@/lib/questions/profiles/answer/picture'
import { profilePictureRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(profilePictureRoute, answerProfilePicture)
