import type { Moment } from '@/lib/browser/at'
import { type QueryOf, timed } from '@/lib/browser/query'
import type { ShootsRoute, TonightRoute } from './contract'

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = QueryOf<ShootsRoute>

export const clustersQueries = {
  tonight: (query: Moment & { readonly zone: string }) => timed<TonightRoute>('GET /api/tonight', { query }),
  shoots: (query: ShootsParams = {}) => timed<ShootsRoute>('GET /api/shoots', { query }),
}
