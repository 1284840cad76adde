import type { Moment } from './at'
import { type QueryOf, timed } from './queries'

/** What is asked about the whole landscape. */
export const landscapeQueries = {
  garden: (query: QueryOf<'GET /api/garden'>) => timed('GET /api/garden', { query }),
  find: (query: Moment & { readonly q: string }) => timed('GET /api/find', { query }),
  tonight: (query: Moment & { readonly zone: string }) => timed('GET /api/tonight', { query }),
  nearestUpdate: (query: QueryOf<'GET /api/updates/nearest'>) => timed('GET /api/updates/nearest', { query }),
}
