import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { inClasses } from '@/lib/server/classes'
import { indexAt } from '@/lib/server/current-index'
import { filmDraft, filmView } from '@/lib/server/film/view'
import type { FilmOfDraftRoute, FilmRoute } from './contract'

export const answerFilm: AnswerTo<FilmRoute> = async ({ query }, { garden }) =>
  filmView(await inClasses(indexAt(garden, query.at)), query)

export const answerFilmOfDraft: AnswerTo<FilmOfDraftRoute> = async ({ body }, { garden }) => {
  const index = await inClasses(indexAt(garden, body.at))
  await filmDraft(index, body)?.ready()
  return filmView(index, body)
}
