import { accuracyAnswer, accuracyQuery } from '@/lib/contract/accuracy'
import type { Route } from '@/lib/contract/route'

export const accuracyRoute = {
  name: 'GET /api/accuracy',
  summary:
    'How right forecasts were: of the maintenances of the last `days`, those that went as was said 1, 7 and 30 days before, and ' +
    'every deviation with its reason, in pages',
  query: accuracyQuery,
  answer: accuracyAnswer,
  costly: 'sight',
  refusals: ['not-ready'],
} as const satisfies Route
export type AccuracyRoute = typeof accuracyRoute
