import { answerFilm, answerFilmOfDraft } from '@/lib/questions/film/answer'
import { filmOfDraftRoute, filmRoute } from '@/lib/questions/film/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(filmRoute, answerFilm)
export const POST = handle(filmOfDraftRoute, answerFilmOfDraft)
