import type { Route } from '@/lib/contract/route'
import { shootsQuery } from '@/lib/contract/selection'
import { allShootsQuery, shootsAnswer } from './contract/list'
import { tonightAnswer, tonightQuery } from './contract/tonight'

export const shootsRoute = {
  name: 'GET /api/shoots',
  summary: 'Clusters, filtered, sorted, in pages',
  query: shootsQuery,
  answer: shootsAnswer,
} as const satisfies Route
export type ShootsRoute = typeof shootsRoute

export const shootsCsvRoute = {
  name: 'GET /api/shoots.csv',
  summary: 'All clusters of such a question as a table',
  query: allShootsQuery,
  answer: 'text/csv',
  costly: 'request',
} as const satisfies Route
export type ShootsCsvRoute = typeof shootsCsvRoute

export const shootsJsonRoute = {
  name: 'GET /api/shoots.json',
  summary: 'The same as a file, with the shape of `GET /api/shoots`',
  query: allShootsQuery,
  answer: 'application/json',
  costly: 'request',
} as const satisfies Route
export type ShootsJsonRoute = typeof shootsJsonRoute

export const tonightRoute = {
  name: 'GET /api/tonight',
  summary: 'The night of 18:00 to 06:00: each window in which something happens, what it does, what became of it',
  query: tonightQuery,
  answer: tonightAnswer,
  refusals: ['not-ready'],
} as const satisfies Route
export type TonightRoute = typeof tonightRoute
