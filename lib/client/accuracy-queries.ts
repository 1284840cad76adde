import { type QueryOf, timed } from './queries'

/** What became of forecasts. */
export const accuracyQueries = {
  accuracy: (query: QueryOf<'GET /api/accuracy'>) => timed('GET /api/accuracy', { query }),
}
