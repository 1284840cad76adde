import { type QueryOf, timed } from './queries'

/** How the landscape moved: apart from the other questions, which more pages load. */
export const movementQueries = {
  movement: (query: QueryOf<'GET /api/movement'>) => timed('GET /api/movement', { query }),
}
