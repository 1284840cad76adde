import { type QueryOf, timed } from '@/lib/browser/query'
import type { AccuracyRoute } from './contract'

export const accuracyQueries = {
  /** What became of forecasts. */
  accuracy: (query: QueryOf<AccuracyRoute>) => timed<AccuracyRoute>('GET /api/accuracy', { query }),
}
