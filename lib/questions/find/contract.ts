import { findAnswer, findQuery } from '@/lib/contract/garden'
import type { Route } from '@/lib/contract/route'

export const findRoute = {
  name: 'GET /api/find',
  summary: 'Clusters, versions, profiles, projects by a part `q` of their name',
  query: findQuery,
  answer: findAnswer,
} as const satisfies Route
export type FindRoute = typeof findRoute
