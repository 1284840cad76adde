import { type QueryOf, timed } from './queries'

/** What became of forecasts: apart from the other questions, which every page loads. */
export const accuracyQueries = {
  accuracy: (query: QueryOf<'GET /api/accuracy'>) => timed('GET /api/accuracy', { query }),
}
