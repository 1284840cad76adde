import { filmAnswer, filmDraftQuery, filmQuery } from '@/lib/contract/film'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'

export const filmRoute = {
  name: 'GET /api/film',
  summary:
    'A year of clusters from minor to minor: how many are on each, which come from where to where on which day, how many ' +
    'are stuck from when to when',
  query: filmQuery,
  answer: filmAnswer,
  costly: 'sight',
} as const satisfies Route
export type FilmRoute = typeof filmRoute

export const filmOfDraftRoute = {
  name: 'POST /api/film',
  summary: 'The same, with a `draft` of edits of a profile as things are and as they would be',
  body: filmDraftQuery,
  answer: filmAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type FilmOfDraftRoute = typeof filmOfDraftRoute
