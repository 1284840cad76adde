import { type QueryOf, timed } from '@/lib/browser/query'
import type { ShootsRoute, TonightRoute } from './contract'

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = QueryOf<ShootsRoute>
export type TonightParams = QueryOf<TonightRoute>

export const clustersQueries = {
  tonight: (query: TonightParams) => timed<TonightRoute>('GET /api/tonight', { query }),
  shoots: (query: ShootsParams = {}) => timed<ShootsRoute>('GET /api/shoots', { query }),
}
