import { handle } from '@/lib/http/handle'
import { answerChangeEffect } from '@/lib/questions/profiles/answer/history'
import { changeEffectRoute } from '@/lib/questions/profiles/contract'

export const GET = handle(changeEffectRoute, answerChangeEffect)
