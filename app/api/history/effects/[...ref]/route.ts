import { answerChangeEffect } from '@/lib/questions/profiles/answer/history'
import { changeEffectRoute } from '@/lib/questions/profiles/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(changeEffectRoute, answerChangeEffect)
