import { type QueryOf, timed } from './queries'

/** How the landscape moved. */
export const movementQueries = {
  movement: (query: QueryOf<'GET /api/movement'>) => timed('GET /api/movement', { query }),
}
