import { clockQuery } from '@/lib/contract/common'
import type { Route } from '@/lib/contract/route'
import { gardenAnswer, gardenQuery } from './contract/garden'
import { movementAnswer, movementQuery } from './contract/movement'

export const overviewRoute = {
  name: 'GET /api/garden',
  summary: 'What needs attention: figures, forced updates per day, clusters per minor, expiries per profile',
  query: gardenQuery,
  answer: gardenAnswer,
} as const satisfies Route
export type OverviewRoute = typeof overviewRoute

export const movementRoute = {
  name: 'GET /api/movement',
  summary:
    'What happened on each of the last 30 days beside what was forecast 30 days earlier, and control planes per minor ' +
    'in the last 60 days',
  query: movementQuery,
  answer: movementAnswer,
  costly: 'sight',
  refusals: ['not-ready'],
} as const satisfies Route
export type MovementRoute = typeof movementRoute

export const overviewPictureRoute = {
  name: 'GET /api/pictures/overview.png',
  summary: 'The same for the days ahead of the landscape',
  query: clockQuery,
  answer: 'image/png',
  costly: 'sight',
  refusals: ['not-ready'],
} as const satisfies Route
export type OverviewPictureRoute = typeof overviewPictureRoute
