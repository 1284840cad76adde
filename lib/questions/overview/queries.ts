import { type QueryOf, timed } from '@/lib/browser/query'
import type { MovementRoute, OverviewRoute } from './contract'

export const overviewQueries = {
  /** The whole landscape. */
  garden: (query: QueryOf<OverviewRoute>) => timed<OverviewRoute>('GET /api/garden', { query }),
  /** How it moved. */
  movement: (query: QueryOf<MovementRoute>) => timed<MovementRoute>('GET /api/movement', { query }),
}
