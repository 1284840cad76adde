import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'
import { scenarioAnswer, scenarioQuery } from '@/lib/contract/scenarios'

export const guideRoute = {
  name: 'GET /api/scenarios',
  summary:
    'A guide through a `scenario` of operators: `patch`, `minor`, `promote`, `deprecate`, `replace`, `remove`; steps, ' +
    'preconditions as they are, edits',
  query: scenarioQuery,
  answer: scenarioAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type GuideRoute = typeof guideRoute
